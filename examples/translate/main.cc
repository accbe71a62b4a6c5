#include <tfm/translation_model.h>

#include <iostream>
#include <string>
#include <vector>

// translate MODEL TEXT ...
int main(int argc, char** argv) {
  if (argc < 3) return std::cerr << "translate MODEL TEXT ...\n", 2;
  try {
    const tfm::TranslationModel model(argv[1], {.decoding = {{"beam_size", "4"}}});
    for (const auto& translation : model.translate(std::vector<std::string>(argv + 2, argv + argc))) {
      std::cout << translation.text << '\t' << translation.score << '\n';
    }
  } catch (const tfm::TranslationError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
