// The one exception that ends a command with a message for a person.
#pragma once

#include <stdexcept>
#include <string>

namespace tfm {

// Exit codes of the command-line contract.
enum class ExitCode { kDone = 0, kFailed = 1, kUsage = 2, kDiverged = 3 };

// Something a user can cause and mend: says where it is, what is wrong and what to do. The message has no "error: " in
// front and may have several lines. kUsage: usage, config or input; kFailed: what went wrong while running, such as a
// full disk. What only a programmer can cause is a TORCH_CHECK or an assertion instead.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message, ExitCode exit_code = ExitCode::kUsage)
      : std::runtime_error(message), exit_code_(exit_code) {}
  ExitCode exit_code() const { return exit_code_; }

 private:
  ExitCode exit_code_;
};

}  // namespace tfm
