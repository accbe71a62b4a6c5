// TensorFlow's Event messages (event.proto, summary.proto), as far as TensorBoard needs them for curves and text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfm::events {

struct EventTime {
  int64_t step = 0;
  double wall_time = 0.0;  // seconds since 1970
};

struct Scalar {
  std::string tag;     // "train/loss": the part before the slash is TensorBoard's heading
  double value = 0.0;  // kept as a float; TensorBoard shows what is not finite as such
};

// What a file must begin with.
std::string version_event(double wall_time);
// Begins a session: a TensorBoard that is open forgets what an earlier session had at time.step and after.
std::string session_start_event(const EventTime& time);
std::string scalars_event(const EventTime& time, const std::vector<Scalar>& scalars);
// Markdown that TensorBoard shows on its page of texts.
std::string text_event(const EventTime& time, std::string_view tag, std::string_view markdown);

// None where the bytes are no message.
std::optional<int64_t> step_of(std::string_view event);

}  // namespace tfm::events
