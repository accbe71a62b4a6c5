// A file that a command will write when its work is done, looked at before the work begins.
#pragma once

#include <string>
#include <vector>

namespace tfm {

// UserError when the file would replace one of the inputs, or can't be written: its folder isn't there, or it is a
// folder. `option` names it; an empty file is none.
void check_output_file(const std::string& option, const std::string& file, const std::vector<std::string>& inputs);

// The same for a folder: UserError when it has no name, or something is there already.
void check_new_folder(const std::string& option, const std::string& folder);

}  // namespace tfm
