#include <iostream>
#include <memory>

#include "commands/common_options.h"
#include "config/config.h"
#include "data/prepare.h"
#include "engine_commands/engine_commands.h"

namespace tfm {
namespace {

struct ConfigOptions {
  CommonOptions common;
  std::string file;
  std::vector<std::string> overrides;
  std::string format = "text";
};

void check(const ConfigOptions& options) {
  apply(options.common);
  check_text_settings(load_config(options.file, options.overrides));
  std::cout << options.file << ": ok\n";
}

void describe(const ConfigOptions& options) {
  std::cout << (options.format == "markdown" ? config_markdown() : describe_config());
}

}  // namespace

void add_config_command(CLI::App& program, int&) {
  auto* command = program.add_subcommand("config", "The config file: defaults, documentation, schema, a check");
  auto options = std::make_shared<ConfigOptions>();
  command->require_subcommand(1);
  command->add_subcommand("defaults", "The default config as JSON; data.train is yours to fill")->callback([] {
    std::cout << config_to_json(Config{});
  });
  auto* describing = command->add_subcommand("describe", "Every key: default, allowed values, meaning");
  describing->add_option("--format", options->format, "text or markdown")
      ->check(CLI::IsMember({"text", "markdown"}))
      ->capture_default_str();
  describing->callback([options] { describe(*options); });
  command->add_subcommand("schema", "JSON Schema of the config")->callback([] { std::cout << config_schema(); });
  auto* checking = command->add_subcommand("check", "Checks a config; reports all mistakes at once");
  add_common_options(*checking, options->common);
  checking->add_option("file", options->file, "The config")->required();
  checking->add_option("--set", options->overrides, "/pointer=json: takes the place of the file's value")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  checking->callback([options] { check(*options); });
}

}  // namespace tfm
