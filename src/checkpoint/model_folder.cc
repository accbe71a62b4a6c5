#include "checkpoint/model_folder.h"

#include "checkpoint/saving.h"
#include "checkpoint/weights.h"
#include "core/files.h"

namespace tfm {

namespace fs = std::filesystem;

void save_model_folder(const fs::path& path, const NamedTensors& weights, const Config& config,
                       const std::string& tokenizer_fingerprint,
                       const std::function<void(const fs::path&)>& save_tokenizers) {
  save_or_name_room(path, bytes_of(weights), [&] {
    PendingFolder folder(path);
    save_weights(folder.path() / "model.safetensors", weights, tokenizer_fingerprint, config.model);
    write_file(folder.path() / "config.json", config_to_json(config));
    make_folder(folder.path() / "tokenizer");
    save_tokenizers(folder.path() / "tokenizer");
    folder.commit();
  });
}

}  // namespace tfm
