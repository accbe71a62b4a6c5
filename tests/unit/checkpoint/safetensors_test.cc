#include "checkpoint/safetensors.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// Element i is (37 i mod 101 - 50) / 8: the formula of make_safetensors_golden.py.
at::Tensor values(at::ScalarType type, const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  const at::Tensor index = at::arange(count, at::kLong);
  if (type == at::kBool) return index.remainder(3).eq(0).reshape(shape);
  at::Tensor number = index.mul(37).remainder(101);
  if (type != at::kByte) number = number.sub(50);
  return (at::isFloatingType(type) ? number.div(8) : number).to(type).reshape(shape);
}

NamedTensors golden_tensors() {
  return {
      {"ids", values(at::kLong, {2, 3})},
      {"f64", values(at::kDouble, {3})},
      {"decoder.layers.0.weight", values(at::kFloat, {2, 2, 2})},
      {"empty", values(at::kFloat, {0, 4})},
      {"scalar", values(at::kFloat, {})},
      {"i32", values(at::kInt, {5})},
      {"bf16", values(at::kBFloat16, {7})},
      {"f16", values(at::kHalf, {3, 1})},
      {"源 \"u8\"", values(at::kByte, {5})},
      {"mask", values(at::kBool, {4})},
  };
}

const std::map<std::string, std::string> kMetadata{{"format", "tfm \"1\""}};

void expect_equal(const SafetensorsFile& file, const NamedTensors& expected) {
  EXPECT_EQ(file.tensors.size(), expected.size());
  for (const auto& [name, tensor] : expected) {
    ASSERT_TRUE(file.tensors.contains(name)) << name;
    const at::Tensor& read = file.tensors.at(name);
    EXPECT_EQ(read.scalar_type(), tensor.scalar_type()) << name;
    EXPECT_TRUE(read.equal(tensor)) << name << "\n" << read;
  }
}

// Written by Hugging Face's safetensors.
TEST(Safetensors, ReadsWhatPythonWrote) {
  const SafetensorsFile file = read_safetensors(TFM_TEST_DATA "/safetensors_golden.safetensors");
  expect_equal(file, golden_tensors());
  EXPECT_EQ(file.metadata, kMetadata);
}

TEST(Safetensors, WritesTheBytesThatPythonWrites) {
  const ScratchFolder folder;
  write_safetensors(folder / "model", golden_tensors(), kMetadata);
  EXPECT_EQ(read_file(folder / "model"), read_file(TFM_TEST_DATA "/safetensors_golden.safetensors"));
}

TEST(Safetensors, AlignsEveryTensorWhateverTheOrder) {
  const ScratchFolder folder;
  NamedTensors reversed = golden_tensors();
  std::ranges::reverse(reversed);
  write_safetensors(folder / "model", reversed, kMetadata);
  expect_equal(read_safetensors(folder / "model"), reversed);
  const std::string bytes = read_file(folder / "model");
  EXPECT_LT(bytes.find("\"f64\""), bytes.find("\"i32\""));
  EXPECT_LT(bytes.find("\"i32\""), bytes.find("\"f16\""));
  EXPECT_LT(bytes.find("\"f16\""), bytes.find("\"mask\""));
}

TEST(Safetensors, PadsTheHeaderToEightBytes) {
  const ScratchFolder folder;
  for (size_t length = 1; length <= 8; ++length) {
    write_safetensors(folder / "model", {{std::string(length, 'n'), values(at::kFloat, {2})}}, {});
    const std::string bytes = read_file(folder / "model");
    EXPECT_EQ((bytes.size() - 8) % 8, 0u);
    EXPECT_EQ(bytes.substr(0, 8), std::string({static_cast<char>(bytes.size() - 16), 0, 0, 0, 0, 0, 0, 0}));
  }
}

TEST(Safetensors, KeepsSpecialValues) {
  const ScratchFolder folder;
  const float infinity = std::numeric_limits<float>::infinity();
  const at::Tensor special = at::tensor({infinity, -infinity, std::nanf(""), -0.0F, 1e-45F});
  write_safetensors(folder / "model", {{"special", special}}, {});
  const at::Tensor read = read_safetensors(folder / "model").tensors.at("special");
  EXPECT_EQ(std::memcmp(read.const_data_ptr(), special.const_data_ptr(), special.nbytes()), 0);
}

TEST(Safetensors, WritesViewsAndParameters) {
  const ScratchFolder folder;
  const at::Tensor matrix = values(at::kFloat, {50, 40});
  const NamedTensors views{{"turned", matrix.t()},
                           {"column", matrix.select(1, 3)},
                           {"repeated", matrix.select(0, 0).expand({3, 40})},
                           {"parameter", matrix.clone().set_requires_grad(true)}};
  write_safetensors(folder / "model", views, {});
  const SafetensorsFile file = read_safetensors(folder / "model");
  expect_equal(file, views);
  EXPECT_FALSE(file.tensors.at("parameter").requires_grad());
}

TEST(Safetensors, HoldsNothingAtAll) {
  const ScratchFolder folder;
  write_safetensors(folder / "model", {}, {});
  EXPECT_TRUE(read_safetensors(folder / "model").tensors.empty());
  EXPECT_TRUE(read_safetensors(folder / "model").metadata.empty());
}

TEST(Safetensors, ReadsLargeTensorsOfItsOwn) {
  const ScratchFolder folder;
  const NamedTensors large{{"a", values(at::kFloat, {1000, 1000})}, {"b", values(at::kByte, {1'000'003})}};
  write_safetensors(folder / "model", large, {});
  SafetensorsFile file = read_safetensors(folder / "model");
  fs::remove(folder / "model");
  expect_equal(file, large);
  file.tensors.at("a").zero_();
}

TEST(Safetensors, RefusesTwoTensorsOfOneName) {
  const ScratchFolder folder;
  const at::Tensor tensor = values(at::kFloat, {1});
  EXPECT_THROW(write_safetensors(folder / "model", {{"a", tensor}, {"a", tensor}}, {}), c10::Error);
  EXPECT_THROW(write_safetensors(folder / "model", {{"__metadata__", tensor}}, {}), c10::Error);
  EXPECT_THROW(write_safetensors(folder / "model", {{"a", tensor.to(at::kComplexFloat)}}, {}), c10::Error);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Safetensors, NamesAPathThatCantBeWritten) {
  const ScratchFolder folder;
  const fs::path path = folder / "none/model";
  EXPECT_EQ(error_message([&] { write_safetensors(path, golden_tensors(), {}); }),
            concat("can't write ", path.string(), ": No such file or directory; make its folder first"));
}

// The message about a file of these bytes, without its path and the advice at the end.
std::string complaint(const std::string& bytes) {
  const ScratchFolder folder;
  const std::string path = (folder / "model").string();
  write_file(path, bytes);
  std::string message = error_message([&] { read_safetensors(path); });
  const std::string advice = "; copy it again or use another one";
  EXPECT_TRUE(message.starts_with(path + " ")) << message;
  EXPECT_TRUE(message.ends_with(advice)) << message;
  return message.substr(path.size() + 1, message.size() - path.size() - 1 - advice.size());
}

std::string with_length(const std::string& header) {
  const uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header;
}

// Of a file with this header and 8 bytes of data.
std::string header_complaint(const std::string& header) { return complaint(with_length(header) + "\1\0\1\0\1\0\1\0"); }

TEST(Safetensors, RefusesAFileThatIsCutOffAnywhere) {
  const std::string whole = read_file(TFM_TEST_DATA "/safetensors_golden.safetensors");
  const uint64_t header_end = 8 + static_cast<unsigned char>(whole[0]) + 256u * static_cast<unsigned char>(whole[1]);
  for (size_t size = 0; size < whole.size(); size += 3) {
    const uint64_t promised = size < header_end ? header_end : whole.size();
    const std::string expected = size < 8 ? concat("is cut off: ", size, " bytes, too few for a safetensors file")
                                          : concat("is cut off: ", size, " bytes, the header promises ", promised);
    EXPECT_EQ(complaint(whole.substr(0, size)), expected);
  }
}

TEST(Safetensors, RefusesBytesAfterTheData) {
  const std::string whole = read_file(TFM_TEST_DATA "/safetensors_golden.safetensors");
  EXPECT_EQ(complaint(whole + "x"),
            concat("is damaged: ", whole.size() + 1, " bytes, the header promises ", whole.size()));
}

TEST(Safetensors, RefusesAFileOfAnotherKind) {
  EXPECT_EQ(complaint("This is not a file of tensors."), "is not a safetensors file");
}

TEST(Safetensors, RefusesAHeaderThatIsNotAnObject) {
  for (const char* header : {"", "{\"a\":", "[]", "12", "{\"a\xff\": 1}"}) {
    EXPECT_EQ(header_complaint(header), "is damaged: its header is not a JSON object") << header;
  }
}

TEST(Safetensors, RefusesMetadataOfAnotherForm) {
  EXPECT_EQ(header_complaint(R"({"__metadata__": 1})"), "is damaged: its metadata is not a JSON object");
  EXPECT_EQ(header_complaint(R"({"__metadata__": {"step": 5}})"), "is damaged: its metadata \"step\" is not a string");
}

TEST(Safetensors, RefusesADamagedDescription) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"("a": 1)", "no description"},
      {R"("a": {"shape": [2], "data_offsets": [0, 8]})", "no dtype"},
      {R"("a": {"dtype": 32, "shape": [2], "data_offsets": [0, 8]})", "no dtype"},
      {R"("a": {"dtype": "F32", "data_offsets": [0, 8]})", "no shape"},
      {R"("a": {"dtype": "F32", "shape": 2, "data_offsets": [0, 8]})", "no shape"},
      {R"("a": {"dtype": "F32", "shape": [2]})", "no data_offsets"},
      {R"("a": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]})", "a shape that is not a list of sizes"},
      {R"("a": {"dtype": "F32", "shape": [2.0], "data_offsets": [0, 8]})", "a shape that is not a list of sizes"},
      {R"("a": {"dtype": "F32", "shape": [9223372036854775808], "data_offsets": [0, 8]})",
       "a shape that is not a list of sizes"},
      {R"("a": {"dtype": "F32", "shape": [2], "data_offsets": [0, "8"]})",
       "a data_offsets that is not a list of sizes"},
      {R"("a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8, 16]})", "data_offsets that are no range"},
      {R"("a": {"dtype": "F32", "shape": [2], "data_offsets": [8, 0]})", "data_offsets that are no range"},
      {R"("a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]})", "8 bytes, which is not the size of its shape"},
      {R"("a": {"dtype": "F32", "shape": [4611686018427387906], "data_offsets": [0, 8]})",
       "8 bytes, which is not the size of its shape"},
      {R"("a": {"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 0]})",
       "0 bytes, which is not the size of its shape"},
      {R"("a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]})", "bytes from 4 where 0 is due"},
  };
  for (const auto& [fields, reason] : cases) {
    EXPECT_EQ(header_complaint("{" + fields + "}"), "is damaged: the header gives tensor \"a\" " + reason) << fields;
  }
}

TEST(Safetensors, RefusesTensorsThatOverlapOrLeaveAHole) {
  const std::string first = R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}, )";
  EXPECT_EQ(header_complaint(first + R"("b": {"dtype": "U8", "shape": [5], "data_offsets": [3, 8]}})"),
            "is damaged: the header gives tensor \"b\" bytes from 3 where 4 is due");
  EXPECT_EQ(header_complaint(first + R"("b": {"dtype": "U8", "shape": [3], "data_offsets": [5, 8]}})"),
            "is damaged: the header gives tensor \"b\" bytes from 5 where 4 is due");
}

TEST(Safetensors, RefusesABoolThatIsNeitherTrueNorFalse) {
  const std::string header = R"({"mask": {"dtype": "BOOL", "shape": [2], "data_offsets": [0, 2]}})";
  EXPECT_EQ(complaint(with_length(header) + "\1\2"),
            "is damaged: tensor \"mask\" has bytes that are neither true nor false");
}

TEST(Safetensors, NamesATypeThatIsNotRead) {
  const ScratchFolder folder;
  const std::string path = (folder / "model").string();
  write_file(path, with_length(R"({"w": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [0, 2]}})") + "ab");
  EXPECT_EQ(error_message([&] { read_safetensors(path); }),
            concat(path, ": tensor \"w\" has dtype F8_E4M3, which tfm doesn't read; convert it to F32"));
}

TEST(Safetensors, NamesAFileThatIsMissing) {
  EXPECT_EQ(error_message([] { read_safetensors("no/model.safetensors"); }),
            "can't read no/model.safetensors: No such file or directory; check the path");
}

TEST(Safetensors, RefusesAFolder) {
  const ScratchFolder folder;
  EXPECT_EQ(error_message([&] { read_safetensors(folder.path()); }),
            concat("can't read ", folder.path().string(), ": Is a directory; give a file's path"));
}

}  // namespace
}  // namespace tfm
