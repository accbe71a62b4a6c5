// Edits as a share of what is right.
#pragma once

namespace tfm::metrics {

// In percent; above 100 where there are more edits than the reference is long. Anything that stands against an empty
// reference is wrong as a whole.
template <typename Real>
Real error_rate(Real edits, Real reference_length) {
  if (reference_length > 0) return 100 * (edits / reference_length);
  return edits > 0 ? 100 : 0;
}

}  // namespace tfm::metrics
