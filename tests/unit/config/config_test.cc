#include "config/config.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../file_testing.h"
#include "core/error.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;
using Overrides = std::vector<std::string>;

const std::string kSmallest = R"({"data": {"train": [{"source": "a.en", "target": "a.zh"}]}})";

Config parse(const std::string& text, const Overrides& overrides = {}) {
  return parse_config(text, "base.json", "/configs", overrides);
}

std::string error_of(const std::string& text, const Overrides& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

// The problem that `section`, added to the smallest config, leads to.
std::string problem(const std::string& section, const std::string& values) {
  Json config = Json::parse(kSmallest);
  config[section].update(Json::parse(values));
  const std::string message = error_of(config.dump());
  return message.starts_with("base.json: 1 problem\n  ") ? message.substr(23) : message;
}

TEST(ParseConfig, ReportsFourDifferentMistakesAtOnce) {
  EXPECT_EQ(error_of(R"({
    "data": {"train": [{"source": "a.en"}]},
    "model": {"d_modle": 512, "num_heads": 7},
    "training": {"max_steps": "many"}
  })"),
            "base.json: 4 problems\n"
            "  /data/train/0/target: missing; needed beside source\n"
            "  /model/d_modle: unknown key; did you mean \"d_model\"?\n"
            "  /model/num_heads: must divide d_model (256), got 7\n"
            "  /training/max_steps: must be an integer >= 1, got \"many\"");
}

TEST(ParseConfig, NeedsTrainingCorporaOnly) {
  const std::string missing =
      "base.json: 1 problem\n"
      "  /data/train: missing; must be a list of one or more, each an object {source, target, file, format, "
      "encoding, source_column, target_column, header, source_key, target_key, weight, tag, alignment, "
      "alignment_units}";
  EXPECT_EQ(error_of("{}"), missing);
  EXPECT_EQ(error_of(R"({"data": {}})"), missing);
  EXPECT_EQ(error_of(kSmallest), "no error");
}

TEST(ParseConfig, FillsInTheDefaultsOfTheStructs) {
  Config expected;
  expected.data.train.resize(1);
  expected.data.train[0].source = "/configs/a.en";
  expected.data.train[0].target = "/configs/a.zh";
  expected.output.directory = "/configs/run";
  EXPECT_TRUE(compare_configs(expected, parse(kSmallest)).empty());
}

TEST(ParseConfig, SaysWhereTheJsonIsBroken) {
  EXPECT_EQ(error_of("// a comment\n{\"data\": {}"), "base.json:2:12: unexpected end of input; expected ',' or '}'");
}

TEST(ParseConfig, RefusesAKeyThatIsGivenTwice) {
  EXPECT_EQ(problem("training", "{}"), "no error");
  EXPECT_EQ(error_of(R"({"data": {"train": [{"source": "a", "target": "b"}]}, "training": {"seed": 1, "seed": 2}})"),
            "base.json: 1 problem\n  /training/seed: given twice");
}

TEST(ParseConfig, ChecksLanguages) {
  EXPECT_EQ(problem("data", R"({"source_language": "zh_Hans-CN"})"), "no error");
  EXPECT_EQ(problem("data", R"({"target_language": ""})"),
            "/data/target_language: must be a language tag such as en or zh-Hans, got \"\"");
  EXPECT_EQ(problem("data", R"({"target_language": "English language"})"),
            "/data/target_language: must be a language tag such as en or zh-Hans, got \"English language\"");
  const Json endless = {{"target_language", "en" + std::string(1'000'000, '-')}};
  EXPECT_NE(problem("data", endless.dump()), "no error");
}

TEST(ParseConfig, ChecksTheLengthPenalty) {
  EXPECT_EQ(parse(kSmallest, {"/decoding/length_penalty=0.6"}).decoding.length_penalty, "0.6");
  EXPECT_EQ(parse(kSmallest, {"/decoding/length_penalty=none"}).decoding.length_penalty, "none");
  EXPECT_EQ(problem("decoding", R"({"length_penalty": "mean"})"),
            "/decoding/length_penalty: must be \"none\", \"average\" or a number >= 0, got \"mean\"");
}

TEST(ParseConfig, ReadsEveryChoice) {
  EXPECT_EQ(parse(kSmallest, {"/tokenizer/type=bpe"}).tokenizer.type, TokenizerType::kBpe);
  EXPECT_EQ(parse(kSmallest, {"/tokenizer/type=unigram"}).tokenizer.type, TokenizerType::kUnigram);
  EXPECT_EQ(parse(kSmallest, {"/tokenizer/normalization=nfkc"}).tokenizer.normalization, Normalization::kNfkc);
  EXPECT_EQ(parse(kSmallest, {"/tokenizer/normalization=nmt_nfkc"}).tokenizer.normalization, Normalization::kNmtNfkc);
  EXPECT_EQ(parse(kSmallest, {"/model/norm=post"}).model.norm, NormPlacement::kPost);
  EXPECT_EQ(parse(kSmallest, {"/model/norm=pre"}).model.norm, NormPlacement::kPre);
  EXPECT_EQ(parse(kSmallest, {"/evaluation/tokenize=zh"}).evaluation.tokenize, BleuTokenizer::kZh);
  EXPECT_EQ(parse(kSmallest, {"/evaluation/tokenize=13a"}).evaluation.tokenize, BleuTokenizer::k13a);
  EXPECT_EQ(parse(kSmallest, {"/evaluation/tokenize=char"}).evaluation.tokenize, BleuTokenizer::kChar);
  EXPECT_EQ(parse(kSmallest, {"/evaluation/tokenize=none"}).evaluation.tokenize, BleuTokenizer::kNone);
  EXPECT_EQ(parse(kSmallest, {"/evaluation/tokenize=intl"}).evaluation.tokenize, BleuTokenizer::kIntl);
}

TEST(ParseConfig, TakesAPresetsMeasuresWhereNoKeySaysOtherwise) {
  const auto model = parse(kSmallest, {"/model/preset=base", "/model/num_heads=4"}).model;
  EXPECT_EQ(model.d_model, 512);
  EXPECT_EQ(model.encoder_layers, 6);
  EXPECT_EQ(model.num_heads, 4);
  EXPECT_EQ(parse(config_to_json(parse(kSmallest, {"/model/preset=big"}))).model.d_model, 1024);
}

TEST(ParseConfig, ChecksTheRulesBetweenTheModelsKeys) {
  const auto refusal = [](const std::vector<std::string>& overrides) { return error_of(kSmallest, overrides); };
  EXPECT_NE(refusal({"/model/decoder_d_model=100", "/model/tie_embeddings=target", "/model/decoder_num_heads=3"})
                .find("the decoder's heads (3) must divide its width (100)"),
            std::string::npos);
  EXPECT_NE(refusal({"/model/decoder_kv_heads=3"}).find("must divide the decoder's heads (4), got 3"),
            std::string::npos);
  EXPECT_NE(refusal({"/model/decoder_d_model=128"}).find("must be \"target\" or \"none\""), std::string::npos);
  EXPECT_NE(refusal({"/model/decoder_d_model=129", "/model/decoder_num_heads=3"}).find("must be even"),
            std::string::npos);
  EXPECT_NE(refusal({"/model/positions=rotary", "/model/d_model=36", "/model/num_heads=12"}).find("must be even"),
            std::string::npos);
  EXPECT_NE(
      refusal({"/model/positions=learned", "/model/max_positions=256"}).find("must be below /model/max_positions"),
      std::string::npos);
}

TEST(ParseConfig, ReadsSchedulesAndOptimizers) {
  EXPECT_EQ(parse(kSmallest).training.schedule, Schedule::kInverseSquareRoot);
  EXPECT_EQ(parse(kSmallest, {"/training/schedule=linear"}).training.schedule, Schedule::kLinear);
  EXPECT_EQ(parse(kSmallest, {"/training/schedule=cosine"}).training.schedule, Schedule::kCosine);
  EXPECT_EQ(parse(kSmallest, {"/training/schedule=constant"}).training.schedule, Schedule::kConstant);
  EXPECT_EQ(parse(kSmallest).training.optimizer, OptimizerKind::kAdamW);
  EXPECT_EQ(parse(kSmallest, {"/training/optimizer=adam"}).training.optimizer, OptimizerKind::kAdam);
  EXPECT_EQ(parse(kSmallest, {"/training/optimizer=sgd"}).training.optimizer, OptimizerKind::kSgd);
}

TEST(ParseConfig, ChecksTheRulesBetweenTheSchedulesKeys) {
  const std::string elsewhere = "where schedule is not linear or cosine";
  EXPECT_EQ(problem("training", R"({"decay_steps": 3000})"), "/training/decay_steps: must be null " + elsewhere);
  EXPECT_EQ(problem("training", R"({"schedule": "constant", "final_learning_rate": 1e-5})"),
            "/training/final_learning_rate: must be 0 " + elsewhere);
  EXPECT_EQ(problem("training", R"({"schedule": "cosine", "final_learning_rate": 0.01})"),
            "/training/final_learning_rate: must be at most learning_rate (0.001), got 0.01");
  EXPECT_EQ(problem("training", R"({"schedule": "cosine", "max_steps": 400})"),
            "/training/warmup_steps: must be below max_steps (400), where the decay ends, got 400");
  EXPECT_EQ(problem("training", R"({"schedule": "linear", "decay_steps": 400, "final_learning_rate": 1e-5})"),
            "/training/warmup_steps: must be below decay_steps (400), where the decay ends, got 400");
  EXPECT_EQ(problem("training", R"({"schedule": "linear", "decay_steps": 2999})"),
            "/training/decay_steps: must be at least max_steps (3000) where final_learning_rate is 0: later updates "
            "would change nothing; got 2999");
  EXPECT_EQ(problem("training", R"({"schedule": "linear", "decay_steps": 2999, "final_learning_rate": 0.001})"),
            "no error");
  EXPECT_EQ(problem("training", R"({"schedule": "cosine", "decay_steps": 9000})"), "no error");
}

TEST(ParseConfig, RefusesWhatTheOptimizerDoesNotHave) {
  for (const std::string key : {"adam_beta1", "adam_beta2", "adam_epsilon"}) {
    EXPECT_EQ(problem("training", R"({"optimizer": "sgd", ")" + key + R"(": 0.5})"),
              "/training/" + key + ": is for adam and adamw; optimizer is sgd");
  }
  for (const std::string optimizer : {"adam", "adamw"}) {
    EXPECT_EQ(problem("training", R"({"momentum": 0.9, "optimizer": ")" + optimizer + "\"}"),
              "/training/momentum: is for sgd; adam and adamw have adam_beta1");
    EXPECT_EQ(problem("training", R"({"nesterov": true, "optimizer": ")" + optimizer + "\"}"),
              "/training/nesterov: needs optimizer sgd and a momentum above 0");
  }
  EXPECT_EQ(problem("training", R"({"optimizer": "sgd", "nesterov": true})"),
            "/training/nesterov: needs optimizer sgd and a momentum above 0");
  EXPECT_EQ(problem("training", R"({"optimizer": "sgd", "nesterov": true, "momentum": 0.9})"), "no error");
  EXPECT_EQ(error_of(config_to_json(parse(kSmallest, {"/training/optimizer=sgd"}))), "no error");
}

TEST(ParseConfig, RefusesTrainingKeysThatCanDoNothing) {
  EXPECT_EQ(problem("training", R"({"patience_threshold": 0.5})"), "/training/patience_threshold: needs patience");
  EXPECT_EQ(problem("training", R"({"fine_tuning": {"optimizer": "keep"}})"),
            "/training/fine_tuning/optimizer: keep needs a model to take it from");
  EXPECT_EQ(problem("training", R"({"patience": 3})"),
            "/training: /training/patience needs /data/valid, whose scores it waits for");
  EXPECT_EQ(problem("training", R"({"keep_best": 3})"),
            "/training: /training/keep_best needs /data/valid, whose scores say which are best");
  EXPECT_EQ(problem("training", R"({"fine_tuning": {"frozen": ["encoder"]}})"),
            "/training/fine_tuning/frozen: needs a model: random weights would stay random");
  EXPECT_EQ(problem("training", R"({"max_hours": 0})"), "/training/max_hours: must be a number > 0, got 0");
  EXPECT_EQ(problem("training", R"({"fine_tuning": {"frozen": [""]}})"),
            "/training/fine_tuning/frozen/0: must be a text that isn't empty, got \"\"");
}

const std::string kAligned =
    R"({"data": {"train": [{"source": "a.en", "target": "a.zh", "alignment": "a.align"}]},
        "training": {"guided_alignment_weight": 0.1}})";

TEST(ParseConfig, GuidesAttentionWhereItHasAnAlignment) {
  const Config config = parse(kAligned);
  EXPECT_EQ(config.data.train[0].alignment, "/configs/a.align");
  EXPECT_EQ(config.data.train[0].alignment_units, AlignmentUnits::kWords);
  EXPECT_EQ(config.training.guided_alignment_heads, GuidedHeads::kAverage);
  EXPECT_EQ(parse(kAligned, {"/data/train/0/alignment_units=pieces"}).data.train[0].alignment_units,
            AlignmentUnits::kPieces);
}

TEST(ParseConfig, ChecksTheRulesOfGuidedAlignment) {
  const auto only_problem = [](const std::string& text, const Overrides& overrides) {
    std::string message = error_of(text, overrides);
    if (message.ends_with(" (--set)")) message.resize(message.size() - 8);
    return message.starts_with("base.json: 1 problem\n  ") ? message.substr(23) : message;
  };
  EXPECT_EQ(
      only_problem(kSmallest, {"/training/guided_alignment_weight=0.1"}),
      "/training: /training/guided_alignment_weight needs a corpus in /data/train with an alignment; give one, or "
      "set it to 0");
  EXPECT_EQ(only_problem(kAligned, {"/training/guided_alignment_weight=0"}),
            "/data: /data/train has an alignment, which nothing uses while /training/guided_alignment_weight is 0; set "
            "it (0.1 is usual), or leave the alignment out");
  EXPECT_EQ(only_problem(kAligned, {"/tokenizer/sampling=0.1"}),
            "/tokenizer: /tokenizer/sampling cuts sentences anew in each epoch, and an alignment links the pieces of "
            "one segmentation; set it to 0, or /training/guided_alignment_weight");
  EXPECT_EQ(only_problem(kAligned, {"/training/guided_alignment_layer=4"}),
            "/training: /training/guided_alignment_layer must be at most /model/decoder_layers (3), got 4");
  EXPECT_EQ(only_problem(kSmallest, {"/training/guided_alignment_layer=1"}),
            "/training/guided_alignment_layer: needs guided_alignment_weight above 0");
  EXPECT_EQ(only_problem(kSmallest, {"/training/guided_alignment_heads=first"}),
            "/training/guided_alignment_heads: needs guided_alignment_weight above 0");
  EXPECT_EQ(only_problem(kSmallest, {"/data/train/0/alignment_units=pieces"}),
            "/data/train/0/alignment_units: says what alignment links: give that file, or leave this out");
  for (const std::string set : {"valid", "test"}) {
    const std::string corpus = R"({"source": "v.en", "target": "v.zh", "alignment": "v.align"})";
    EXPECT_EQ(only_problem(kAligned, {"/data/" + set + "=" + corpus}),
              "/data/" + set + ": alignment is for training corpora");
  }
}

TEST(GuidedLayer, IsTheLastButOneWhereNoneIsSaid) {
  TrainingConfig training;
  ModelConfig model;
  for (const auto& [layers, guided] : {std::pair{1, 1}, {2, 1}, {3, 2}, {6, 5}}) {
    model.decoder_layers = layers;
    EXPECT_EQ(guided_layer(training, model), guided);
  }
  training.guided_alignment_layer = 6;
  EXPECT_EQ(guided_layer(training, model), 6);
}

TEST(EndOfDecay, IsThatOfSchedulesThatFallToAFinalRate) {
  TrainingConfig training;
  EXPECT_FALSE(end_of_decay(training));
  training.schedule = Schedule::kLinear;
  EXPECT_EQ(end_of_decay(training), 3000);
  training.decay_steps = 5000;
  EXPECT_EQ(end_of_decay(training), 5000);
  training.schedule = Schedule::kConstant;
  EXPECT_FALSE(end_of_decay(training));
}

TEST(ParseConfig, ChecksTheWidthsOfTheModel) {
  EXPECT_EQ(problem("model", R"({"d_model": 512, "num_heads": 7})"),
            "/model/num_heads: must divide d_model (512), got 7");
  EXPECT_EQ(problem("model", R"({"d_model": 7, "num_heads": 7})"),
            "/model/d_model: must be even (a position is a row of sines and cosines in pairs), got 7");
  EXPECT_EQ(problem("model", R"({"num_heads": 0})"), "/model/num_heads: must be an integer from 1 to 65536, got 0");
}

TEST(ParseConfig, TakesGivenTokenizersThatFitTogether) {
  EXPECT_EQ(problem("tokenizer", R"({"source_model": "a.model"})"), "no error");
  EXPECT_EQ(problem("tokenizer", R"({"source_model": "a.model", "target_model": "./x/../a.model"})"), "no error");
  EXPECT_EQ(problem("tokenizer", R"({"shared": false, "source_model": "a.model", "target_model": "b.model"})"),
            "no error");
  EXPECT_EQ(problem("tokenizer", R"({"target_model": "b.model"})"),
            "/tokenizer/source_model: missing; needed beside target_model");
  EXPECT_EQ(problem("tokenizer", R"({"shared": false, "source_model": "a.model"})"),
            "/tokenizer/target_model: missing; needed beside source_model when shared is false");
  EXPECT_EQ(problem("tokenizer", R"({"source_model": "a.model", "target_model": "b.model"})"),
            "/tokenizer/shared: must be false where source_model and target_model are different files");
}

TEST(ParseConfig, TakesPathsFromTheConfigsFolder) {
  const Config config = parse(R"({
    "data": {"train": [{"source": "../data/./a.en", "target": "/b/../a.zh"}], "valid": {"source": "v", "target": "w"}},
    "tokenizer": {"source_model": "m"},
    "output": {"directory": "../runs/demo/"}
  })");
  EXPECT_EQ(config.data.train[0].source, "/data/a.en");
  EXPECT_EQ(config.data.train[0].target, "/a.zh");
  EXPECT_EQ(config.data.valid->source, "/configs/v");
  EXPECT_EQ(config.tokenizer.source_model, "/configs/m");
  EXPECT_EQ(config.output.directory, "/runs/demo");
}

TEST(ParseConfig, MakesARelativeFolderAbsolute) {
  const auto here = std::filesystem::current_path();
  EXPECT_EQ(parse_config(kSmallest, "x", "").data.train[0].source, here / "a.en");
  EXPECT_EQ(parse_config(kSmallest, "x", "configs").data.train[0].source, here / "configs" / "a.en");
}

TEST(ParseConfig, RefusesAFolderThatJsonCannotName) {
  try {
    parse_config(R"({"data": {"train": [{"source": "/a", "target": "b"}]}, "output": {"directory": "/run"}})",
                 "base.json", "/con\xFF");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "base.json: 1 problem\n  /data/train/0/target: the folder's name must be UTF-8: \"/con\uFFFD/b\"");
  }
}

TEST(Overrides, ReplaceAndAddValues) {
  const Config config = parse(kSmallest, {"/training/seed=7", "/training/seed=8", "/model/dropout=0",
                                          "/data/source_language=de", "/data/target_language=\"fr\""});
  EXPECT_EQ(config.training.seed, 8);
  EXPECT_EQ(config.model.dropout, 0.0);
  EXPECT_EQ(config.data.source_language, "de");
  EXPECT_EQ(config.data.target_language, "fr");
}

TEST(Overrides, TakePathsFromTheWorkingFolder) {
  const auto here = std::filesystem::current_path();
  const Config config = parse(
      kSmallest, {"/data/train/0/source=x.en", "/data/train/1/source=../y.en", "/data/train/1/target=/y.zh",
                  "/data/valid={\"source\": \"v\", \"target\": \"w\"}", "/data/test/source=t", "/data/test/target=u"});
  ASSERT_EQ(config.data.train.size(), 2U);
  EXPECT_EQ(config.data.train[0].source, here / "x.en");
  EXPECT_EQ(config.data.train[0].target, "/configs/a.zh");
  EXPECT_EQ(config.data.train[1].source, here.parent_path() / "y.en");
  EXPECT_EQ(config.data.train[1].target, "/y.zh");
  EXPECT_EQ(config.data.valid->target, here / "w");
  EXPECT_EQ(config.data.test->target, here / "u");
}

TEST(Overrides, CanNameTheCorporaOfAConfigWithoutAny) {
  const Config config = parse("{}", {"/data/train/0/source=/a", "/data/train/0/target=/b"});
  EXPECT_EQ(config.data.train.at(0).target, "/b");
}

TEST(Overrides, CanTakeAwayWhatTheFileHas) {
  const std::string text =
      R"({"data": {"train": [{"source": "a", "target": "b"}], "valid": {"source": "v", "target": "w"}}})";
  EXPECT_TRUE(parse(text).data.valid);
  EXPECT_FALSE(parse(text, {"/data/valid=null"}).data.valid);
}

TEST(Overrides, AreCheckedLikeTheFile) {
  EXPECT_EQ(error_of(kSmallest, {"/training/sede=7", "/trainng/seed=7", "/seed=7", "/model/dropout=much",
                                 "/data/train/0/sorce=x", "/model/num_heads=3"}),
            "base.json: 6 problems\n"
            "  /trainng: unknown key; did you mean \"training\"? (--set)\n"
            "  /seed: unknown key; did you mean \"/training/seed\"? (--set)\n"
            "  /data/train/0/sorce: unknown key; did you mean \"source\"? (--set)\n"
            "  /model/dropout: must be a number >= 0 and < 1, got \"much\" (--set)\n"
            "  /model/num_heads: must divide d_model (256), got 3 (--set)\n"
            "  /training/sede: unknown key; did you mean \"seed\"? (--set)");
}

TEST(Overrides, NeedAPointerAndAValue) {
  EXPECT_EQ(error_of(kSmallest, {"/training/seed", "training/seed=7", "/a~b=1", "=1"}),
            "base.json: 4 problems\n"
            "  --set /training/seed: must have the form /section/key=value, as in /training/seed=7\n"
            "  --set training/seed=7: must have the form /section/key=value, as in /training/seed=7\n"
            "  --set /a~b=1: must have the form /section/key=value, as in /training/seed=7\n"
            "  --set =1: must have the form /section/key=value, as in /training/seed=7");
}

TEST(Overrides, MustFitTheDocument) {
  const std::string text = R"({"data": {"train": [{"source": "a", "target": "b"}]}, "training": {"seed": 1}})";
  EXPECT_EQ(error_of(text, {"/training/seed/x=7", "/data/train/2/source=x", "/data/train/first/source=x"}),
            "base.json: 3 problems\n"
            "  /training/seed/x: can't be set below 1 (--set)\n"
            "  /data/train/2: must end in the number of a list entry, 0 to 1 (--set)\n"
            "  /data/train/first: must end in the number of a list entry, 0 to 1 (--set)");
  EXPECT_EQ(error_of(text, {"/model={\"d_model\": 8, \"d_model\": 16}"}),
            "base.json: 1 problem\n  /model/d_model: given twice (--set)");
  EXPECT_EQ(error_of(text, {"/data/source_language=\xFF"}),
            "base.json: 1 problem\n  --set: must be UTF-8, got other bytes in \"/data/source_language=\uFFFD\"");
}

Config unusual_config() {
  return parse(kSmallest, {"/data/valid/source=/v", "/data/valid/target=/\u4f60", "/data/max_length=99",
                           "/tokenizer/type=bpe", "/tokenizer/shared=false", "/tokenizer/source_model=/s",
                           "/tokenizer/target_model=/t", "/tokenizer/normalization=nfkc", "/model/norm=post",
                           "/model/dropout=0.30000000000000004", "/training/learning_rate=1.7976931348623157e308",
                           "/training/adam_epsilon=5e-324", "/training/seed=9223372036854775807",
                           "/decoding/length_penalty=0.1", "/evaluation/tokenize=13a", "/output/directory=/r"});
}

TEST(ConfigToJson, IsReadBackUnchangedFromAnyFolder) {
  const Config config = unusual_config();
  const std::string text = config_to_json(config);
  const Config again = parse_config(text, "config.json", "/elsewhere");
  EXPECT_EQ(config_to_json(again), text);
  EXPECT_TRUE(compare_configs(config, again).empty());
  EXPECT_EQ(again.model.dropout, 0.30000000000000004);
  EXPECT_EQ(again.training.learning_rate, 1.7976931348623157e308);
  EXPECT_EQ(again.training.adam_epsilon, 5e-324);
  EXPECT_EQ(again.training.seed, 9223372036854775807);
  EXPECT_EQ(again.data.train[0].source, "/configs/a.en");
}

TEST(ConfigToJson, HoldsEverySection) {
  const Json json = Json::parse(config_to_json({}));
  std::vector<std::string> sections;
  for (const auto& [key, value] : json.items()) sections.push_back(key);
  EXPECT_EQ(sections,
            (std::vector<std::string>{"data", "tokenizer", "model", "training", "decoding", "evaluation", "output"}));
  EXPECT_EQ(json["data"]["train"], Json::array());
  EXPECT_EQ(json["training"]["warmup_steps"], 400);
}

TEST(CompareConfigs, NamesKeysAndValues) {
  const Config before = parse(kSmallest);
  const Config after =
      parse(kSmallest, {"/training/seed=2", "/model/norm=post", "/data/valid/source=/v", "/data/valid/target=/w",
                        "/data/train/1/source=/c", "/data/train/1/target=/d", "/data/train/0/target=/b"});
  std::vector<std::string> lines;
  for (const auto& difference : compare_configs(before, after)) {
    lines.push_back(difference.pointer + ": " + difference.before + " -> " + difference.after);
  }
  const std::string others =
      R"("file":null,"format":"auto","encoding":"auto","source_column":1,"target_column":2,"header":false,)"
      R"("source_key":null,"target_key":null,"weight":1.0,"tag":null,"alignment":null,"alignment_units":"words"})";
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "/data/train/0/target: \"/configs/a.zh\" -> \"/b\"",
                       "/data/train/1: null -> {\"source\":\"/c\",\"target\":\"/d\"," + others,
                       "/data/valid: null -> {\"source\":\"/v\",\"target\":\"/w\"," + others,
                       "/model/norm: \"pre\" -> \"post\"",
                       "/training/seed: 1 -> 2",
                   }));
  EXPECT_EQ(compare_configs(after, before).size(), 5U);
  EXPECT_TRUE(compare_configs(after, after).empty());
}

TEST(CompareConfigs, FindsEveryKeyThatDiffers) {
  const Config before = parse(kSmallest);
  const Config after = unusual_config();
  EXPECT_EQ(compare_configs(before, after).size(), 15U);
}

// Calls `visit` with each key's pointer and schema, however deep.
void for_each_property(const Json& schema, const std::string& pointer,
                       const std::function<void(const std::string&, const Json&)>& visit) {
  if (schema.contains("anyOf")) for_each_property(schema["anyOf"][0], pointer, visit);
  if (schema.contains("items")) for_each_property(schema["items"], pointer + "/N", visit);
  if (!schema.contains("properties")) return;
  for (const auto& [key, property] : schema["properties"].items()) {
    visit(pointer + "/" + key, property);
    for_each_property(property, pointer + "/" + key, visit);
  }
}

TEST(ConfigDocumentation, ExplainsEveryKeyInEveryForm) {
  const Json schema = Json::parse(config_schema());
  const std::string markdown = config_markdown();
  const std::string text = describe_config();
  int keys = 0;
  for_each_property(schema, "", [&](const std::string& pointer, const Json& property) {
    // Explained once, at the entries of /data/train.
    if (pointer.starts_with("/data/valid/") || pointer.starts_with("/data/test/")) return;
    ++keys;
    const std::string meaning = property.value("description", "");
    EXPECT_FALSE(meaning.empty()) << pointer;
    EXPECT_NE(text.find(pointer), std::string::npos) << pointer;
    if (property.contains("properties")) return;  // a section
    EXPECT_NE(markdown.find("| `" + pointer + "` |"), std::string::npos) << pointer;
    EXPECT_NE(markdown.find(meaning + " |\n"), std::string::npos) << pointer;
  });
  EXPECT_GT(keys, 50);
}

TEST(ConfigDocumentation, GivesEveryDefault) {
  const Json schema = Json::parse(config_schema());
  const Json defaults = Json::parse(config_to_json({}));
  int compared = 0;
  for_each_property(schema, "", [&](const std::string& pointer, const Json& property) {
    const bool of_a_corpus = pointer.starts_with("/data/train/") || pointer.starts_with("/data/valid/") ||
                             pointer.starts_with("/data/test/");  // no config has one by default
    if (!property.contains("default") || of_a_corpus) return;
    EXPECT_EQ(property["default"], defaults.at(Json::json_pointer(pointer))) << pointer;
    ++compared;
  });
  EXPECT_GT(compared, 40);
  EXPECT_NE(config_markdown().find("| `/training/seed` | `1` | integer >= 0 | seed of all randomness"),
            std::string::npos);
  EXPECT_NE(config_markdown().find("| `/data/train` | required | list of one or more"), std::string::npos);
}

TEST(ConfigDocumentation, FitsTheTerminal) {
  std::istringstream lines(describe_config());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  EXPECT_NE(describe_config().find("\n  /training/decay_steps (default null)\n"
                                   "      integer >= 1 or null\n"
                                   "      linear and cosine: the update, counted with warm-up, that reaches "
                                   "final_learning_rate; null:\n      max_steps\n"),
            std::string::npos);
}

TEST(ConfigDocumentation, ForbidsUnknownKeysInTheSchema) {
  const Json schema = Json::parse(config_schema());
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["required"], Json::array({"data"}));
  EXPECT_EQ(schema["additionalProperties"], false);
  for_each_property(schema, "", [](const std::string& pointer, const Json& property) {
    EXPECT_EQ(property.value("additionalProperties", false), false) << pointer;
    EXPECT_EQ(property.contains("additionalProperties"), property.contains("properties")) << pointer;
  });
}

class ConfigFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) const {
    const auto file = folder_ / "base.json";
    put_file(file, text);
    return file;
  }
  const ScratchFolder folder_;
};

TEST_F(ConfigFile, IsReadWithCommentsAndAByteOrderMark) {
  const auto file = write("\xEF\xBB\xBF// the smallest\r\n" + kSmallest + " // that is all\r\n");
  const Config config = load_config(file, {"/training/seed=5"});
  EXPECT_EQ(config.data.train[0].source, (folder_ / "a.en").lexically_normal());
  EXPECT_EQ(config.training.seed, 5);
}

TEST_F(ConfigFile, IsNamedInMessagesAsItWasGiven) {
  const auto file = write("{\n  \"data\": 3\n}");
  try {
    load_config(file);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.what(),
              file.string() +
                  ": 1 problem\n  /data: must be an object {train, valid, test, source_language, "
                  "target_language, max_length, mixing_temperature, source_text, target_text, cleaning}, got 3");
  }
}

TEST_F(ConfigFile, MustExist) { EXPECT_THROW(load_config(folder_ / "other.json"), UserError); }

}  // namespace
}  // namespace tfm
