#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "commands/commands.h"
#include "commands/decoding_options.h"
#include "commands/ensemble_models.h"
#include "commands/forbidden_words.h"
#include "commands/output_failure.h"
#include "commands/translate_input.h"
#include "commands/translate_loop.h"
#include "commands/translate_options.h"
#include "commands/translation_record.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/kept_memory.h"
#include "core/log.h"
#include "core/partial_file.h"
#include "decoding/translator.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

bool is_special(const fs::path& file) {
  std::error_code ignored;
  const auto status = fs::status(file, ignored);
  return fs::exists(status) && fs::is_other(status);
}

class TranslateCommand {
 public:
  TranslateCommand(const CLI::App& command, const TranslateOptions& options, Backend& backend)
      : command_(command), options_(options), backend_(backend) {
    if (!options.attention.empty()) backend.expect_attention();
    backend.use(options.compute);
    auto ensemble = open_ensemble(options.models, options.model_weights);
    setup_ = ensemble.models.front();
    setup_.tag = options.tag;
    decoding_ = apply(options.decoding, setup_.config.decoding);
    // The file behind it isn't ours to replace: others may have written there, and may go on.
    if (options_.output == "/dev/stdout") options_.output.clear();
    check_translate_options(options_, decoding_);
    options_.stream = options_.stream || (options_.reads_stdin() && ::isatty(STDIN_FILENO) != 0);
    translator_ = make_translator(std::move(ensemble));
    input_ = open_input_lines(options_);
  }

  // The exit code.
  int run() {
    if (options_.output.empty()) {
      translate([](const std::string& lines) {
        std::cout << lines << std::flush;
        if (!std::cout) throw output_failure("the output");
      });
      return 0;
    }
    return is_special(options_.output) ? write_to_device() : write_file_in_parts();
  }

 private:
  std::unique_ptr<Translator> make_translator(OpenedEnsemble ensemble) {
    const auto codec = setup_.codec();
    std::vector<EnsembleMember> members;
    for (std::size_t i = 0; i < ensemble.models.size(); ++i) {
      members.push_back({backend_.decoding_model(std::move(ensemble.models[i]), decoding_.dtype), ensemble.weights[i]});
    }
    auto translator = std::make_unique<Translator>(members, codec, decoding_, options_.nbest);
    if (!options_.forbid.empty()) {
      translator->forbid(read_forbidden_words(options_.forbid, *setup_.tokenizers.target));
    }
    if (!options_.terms.empty()) translator->use_terms(std::make_shared<Terminology>(options_.terms, codec));
    members_ = std::move(members);
    return_freed_memory();  // the weights as they were before they were laid out
    return translator;
  }

  void translate(const LineSink& sink, int64_t done = 0) {
    translate_input({setup_, *members_.front().model, backend_}, *translator_, options_, input_, sink, done);
  }

  int write_to_device() {
    if (options_.resume)
      throw UserError(concat("--resume: ", options_.output, " is no file that keeps what it is given"));
    write_file(options_.output, [this](std::ostream& out) {
      translate([this, &out](const std::string& lines) {
        out << lines << std::flush;
        if (!out) throw output_failure(options_.output);
      });
    });
    return 0;
  }

  int write_file_in_parts() {
    if (options_.resume && !input_.file) {
      throw UserError("--resume reads the input again from its beginning: give a file, with --input or < FILE");
    }
    PartialFile output(options_.output, translation_record(command_, options_, input_), options_.resume);
    if (options_.resume) {
      log::info(output.lines() > 0
                    ? concat("going on behind line ", output.lines(), " of ", output.partial_path().string())
                    : concat("there is nothing to go on with; beginning at the first line"));
    }
    // A file gives its lines at once. Who waits for a pipe is ended by a signal in the usual way: what is done is
    // written by then.
    if (input_.file) catch_interrupts();
    translator_->check_each_step(stop_if_asked);
    try {
      translate(
          [&](const std::string& lines) {
            output.append(lines);
            stop_if_asked();
          },
          output.lines());
    } catch (const Interrupted& stop) {
      return stopped(stop, output);
    }
    output.commit();
    return 0;
  }

  int stopped(const Interrupted& stop, const PartialFile& output) const {
    log::status_line("");
    log::info(concat("stopped by ", signal_name(stop.signal), "; ",
                     output.lines() == 0 ? "no line was complete yet"
                                         : concat(output.partial_path().string(), " has ", output.lines(),
                                                  " lines; the same command with --resume goes on")));
    return 128 + stop.signal;
  }

  const CLI::App& command_;
  TranslateOptions options_;
  Backend& backend_;
  ModelSetup setup_;  // the first model's
  DecodingConfig decoding_;
  std::vector<EnsembleMember> members_;
  std::unique_ptr<Translator> translator_;
  TranslateInput input_;
};

}  // namespace

void add_translate_command(CLI::App& program, Backend& backend, int& exit_code) {
  auto options = std::make_shared<TranslateOptions>();
  auto* command =
      program.add_subcommand("translate", "Translates arguments, a file or stdin: one line out for each line in");
  add_translate_options(*command, *options);
  command->callback([command, options, &backend, &exit_code] {
    apply(options->common);
    exit_code = TranslateCommand(*command, *options, backend).run();
  });
}

}  // namespace tfm
