#include "config/config.h"

#include <algorithm>
#include <optional>

#include "config/config_sections.h"
#include "config/documentation.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

// --- Rules between keys of several sections --------------------------------------------------------------------------

// A sentence has its end mark beside its pieces.
Complaint positions_suffice(const Config& config) {
  if (config.model.positions != Positions::kLearned || config.data.max_length < config.model.max_positions) {
    return std::nullopt;
  }
  return concat("/data/max_length (", config.data.max_length, ") must be below /model/max_positions (",
                config.model.max_positions, ") where positions are learned");
}

Complaint guidance_has_an_alignment(const Config& config) {
  if (config.training.guided_alignment_weight == 0.0 || has_alignment(config.data)) return std::nullopt;
  return "/training/guided_alignment_weight needs a corpus in /data/train with an alignment; give one, or set it to 0";
}

Complaint alignment_guides(const Config& config) {
  if (config.training.guided_alignment_weight > 0.0 || !has_alignment(config.data)) return std::nullopt;
  return "/data/train has an alignment, which nothing uses while /training/guided_alignment_weight is 0; set it "
         "(0.1 is usual), or leave the alignment out";
}

// Links are between the pieces that the corpus was encoded with.
Complaint guided_pieces_stay(const Config& config) {
  if (config.training.guided_alignment_weight == 0.0 || config.tokenizer.sampling == 0.0) return std::nullopt;
  return "/tokenizer/sampling cuts sentences anew in each epoch, and an alignment links the pieces of one "
         "segmentation; set it to 0, or /training/guided_alignment_weight";
}

Complaint guided_layer_exists(const Config& config) {
  const auto layer = config.training.guided_alignment_layer;
  if (!layer || *layer <= config.model.decoder_layers) return std::nullopt;
  return concat("/training/guided_alignment_layer must be at most /model/decoder_layers (", config.model.decoder_layers,
                "), got ", *layer);
}

// What validation decides needs a validation set.
Complaint patience_has_a_validation_set(const Config& config) {
  if (!config.training.patience || config.data.valid) return std::nullopt;
  return "/training/patience needs /data/valid, whose scores it waits for";
}
Complaint best_checkpoints_have_a_validation_set(const Config& config) {
  if (config.training.keep_best == 0 || config.data.valid) return std::nullopt;
  return "/training/keep_best needs /data/valid, whose scores say which are best";
}

const Kind<Config>& config_kind() {
  static const Kind<Config> kKind = object<Config>(
      {
          field("data", &Config::data, data_section(), "the text"),
          field("tokenizer", &Config::tokenizer, tokenizer_section(),
                "SentencePiece vocabularies, learnt from the training text"),
          field("model", &Config::model, model_section(), "the Transformer"),
          field("training", &Config::training, training_section(), "how the model is trained"),
          field("decoding", &Config::decoding, decoding_section(), "how a line is translated"),
          field("evaluation", &Config::evaluation, evaluation_section(),
                "how translations of the validation corpus are scored"),
          field("output", &Config::output, output_section(), "where the results go"),
      },
      {
          rule(positions_suffice, &Config::model, &Config::data),
          rule(patience_has_a_validation_set, &Config::training, &Config::data),
          rule(best_checkpoints_have_a_validation_set, &Config::training, &Config::data),
          rule(guidance_has_an_alignment, &Config::training, &Config::data),
          rule(alignment_guides, &Config::data, &Config::training),
          rule(guided_pieces_stay, &Config::tokenizer, &Config::training),
          rule(guided_layer_exists, &Config::training, &Config::model),
      });
  return kKind;
}

// Adds what differs at and below `pointer`. Lists are compared entry by entry; null stands for an entry only one has.
void add_differences(const Json& before, const Json& after, const std::string& pointer,
                     std::vector<ConfigDifference>& differences) {
  if (before.is_object() && after.is_object()) {  // both have every key
    for (const auto& [key, value] : before.items()) {
      add_differences(value, after.at(key), child_pointer(pointer, key), differences);
    }
  } else if (before.is_array() && after.is_array()) {
    for (size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
      add_differences(i < before.size() ? before[i] : Json(), i < after.size() ? after[i] : Json(),
                      child_pointer(pointer, std::to_string(i)), differences);
    }
  } else if (before != after) {
    differences.push_back({pointer, before.dump(), after.dump()});
  }
}

}  // namespace

Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse_config(read_file(file), file.string(), file.parent_path(), overrides);
}

Config parse_config(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                    const std::vector<std::string>& overrides) {
  JsonDocument document = parse_json(text, name);
  Reading reading{{}, {}, folder, &config_kind().info};
  for (const std::string& pointer : document.repeated_keys) reading.problems.add(pointer, "given twice");
  if (document.root.is_object()) reading.overrides = Overrides(overrides, document.root, reading.problems);
  Config config;
  config_kind().read(document.root, config, Place(reading));
  reading.problems.throw_if_any(name);
  return config;
}

std::string config_to_json(const Config& config) { return config_kind().write(config).dump(2) + "\n"; }

std::string describe_config() { return describe_keys(config_kind().info); }

std::string config_markdown() { return markdown_table(config_kind().info); }

std::string config_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Config of tfm"}};
  schema.update(config_kind().info.schema);
  return schema.dump(2) + "\n";
}

std::vector<ConfigDifference> compare_configs(const Config& before, const Config& after) {
  std::vector<ConfigDifference> differences;
  add_differences(config_kind().write(before), config_kind().write(after), "", differences);
  return differences;
}

std::vector<ConfigDifference> compare_models(const ModelConfig& before, const ModelConfig& after) {
  std::vector<ConfigDifference> differences;
  const auto kind = model_section();
  add_differences(kind.write(before), kind.write(after), "/model", differences);
  std::erase_if(differences, [](const ConfigDifference& difference) {
    return difference.pointer.ends_with("dropout") || difference.pointer == "/model/preset";
  });
  return differences;
}

std::string model_to_json(const ModelConfig& model) { return model_section().write(model).dump(); }

ModelConfig model_from_json(const std::string& text, const std::string& name) {
  const auto kind = model_section();
  Reading reading{{}, {}, {}, &kind.info};
  ModelConfig model;
  kind.read(parse_json(text, name).root, model, Place(reading));
  reading.problems.throw_if_any(name);
  return model;
}

}  // namespace tfm
