// What the parts of a training step are called.
#pragma once

namespace tfm::parts {

inline constexpr const char* kEmbedding = "embedding";
inline constexpr const char* kEncoderSelfAttention = "encoder self-attention";
inline constexpr const char* kEncoderFeedForward = "encoder feed-forward";
inline constexpr const char* kDecoderSelfAttention = "decoder self-attention";
inline constexpr const char* kCrossAttention = "cross-attention";
inline constexpr const char* kDecoderFeedForward = "decoder feed-forward";
inline constexpr const char* kLoss = "softmax and loss";

}  // namespace tfm::parts
