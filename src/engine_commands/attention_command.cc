#include <iostream>
#include <memory>

#include "commands/attention_file.h"
#include "commands/common_options.h"
#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "decoding/translator.h"
#include "engine_commands/attention_of_pair.h"
#include "engine_commands/device.h"
#include "engine_commands/engine_commands.h"
#include "engine_commands/trace_text.h"
#include "text/unicode.h"

namespace tfm {
namespace {

struct AttentionCommandOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model, source, target, output;
  std::optional<std::string> tag, part, head;
  std::optional<int64_t> layer;
  bool trace = false;
};

void check(const AttentionCommandOptions& options) {
  if (options.trace == !options.output.empty()) {
    throw UserError("give --output F (.html, .svg or .json) for the weights, or --trace for the steps as text");
  }
  if (!options.trace) check_attention_file(options.output);
  const bool one_picture = options.part || options.layer || options.head;
  if (one_picture && (options.trace || !is_one_picture(options.output))) {
    throw UserError(
        "--part, --layer and --head choose the picture of an .svg; the page and the numbers have all of them");
  }
  check_output_file("--output", options.output, {});
  if (is_blank(options.source)) throw UserError("the source is blank; give a sentence");
}

std::string translation_of(const LoadedModel& loaded, const std::string& source) {
  const auto& decoding = loaded.config.decoding;
  Translator translator({{loaded.decoding_model(decoding.dtype)}}, loaded.codec(), decoding);
  return translator.translate({{source, false}}).front().text();
}

AttentionView view_of(const AttentionCommandOptions& options) {
  AttentionView view{.part = options.part.value_or("cross"), .layer = options.layer.value_or(0)};
  if (!options.head || *options.head == "average") return view;
  view.head = std::stoll(*options.head);
  return view;
}

std::string check_head(const std::string& text) {
  const bool number = !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == std::string::npos;
  return number || text == "average" ? "" : concat("must be average or a head's number from 0 on, got ", text);
}

void run(const AttentionCommandOptions& options) {
  apply(options.common);
  check(options);
  auto loaded = load_model(options.model, use_device(options.compute));
  loaded.tag = options.tag;
  const auto target = options.target.empty() ? translation_of(loaded, options.source) : options.target;
  if (options.trace) {
    std::cout << trace_text(loaded, options.source, target);
    return;
  }
  write_attention(loaded, options.source, target, options.output, view_of(options));
}

}  // namespace

void add_attention_command(CLI::App& program, int&) {
  auto options = std::make_shared<AttentionCommandOptions>();
  auto* command = program.add_subcommand("attention", "The attention weights of one sentence pair, to look at");
  command->add_option("--model", options->model, "A run, checkpoint or model folder")->required();
  command->add_option("--tag", options->tag, "Symbol before the source, for models trained with tags");
  command->add_option("source", options->source, "A sentence")->required();
  command->add_option("target", options->target, "Its translation; by default the model's own");
  command->add_option("--output", options->output,
                      "File to write: .html (a page to explore), .svg, .json (the numbers)");
  command->add_flag(
      "--trace", options->trace,
      "Instead print the pair's way through the first layers, each step beside the function that does it");
  command->add_option("--part", options->part, "Of an .svg: encoder, decoder or cross (default)")
      ->check(CLI::IsMember({"encoder", "decoder", "cross"}));
  command->add_option("--layer", options->layer, "Of an .svg: layer, from 0 (default)")->check(CLI::NonNegativeNumber);
  command->add_option("--head", options->head, "Of an .svg: head, from 0, or average (default)")->check(check_head);
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
