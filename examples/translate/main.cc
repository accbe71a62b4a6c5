#include <tfm/translation_model.h>

#include <iostream>
#include <string>
#include <vector>

// translate MODEL TEXT ...
int main(int argc, char** argv) {
  try {
    const tfm::TranslationModel model(argc > 1 ? argv[1] : "", {.decoding = {{"beam_size", "4"}}});
    for (const auto& translation : model.translate(std::vector<std::string>(argv + 2, argv + argc))) {
      std::cout << translation.text << '\t' << translation.score << '\n';
    }
  } catch (const tfm::TranslationError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
