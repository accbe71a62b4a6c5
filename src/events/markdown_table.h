// A table for TensorBoard's page of texts.
#pragma once

#include <string>
#include <vector>

namespace tfm::events {

// `rows` have as many cells as `header`. Every cell is text: what it holds shows as it is, Markdown's signs and HTML's
// as well; line breaks become blanks.
std::string markdown_table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

}  // namespace tfm::events
