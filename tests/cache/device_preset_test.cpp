#include "core/cache/gpu/device_preset.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hitmap {
namespace {

/// The built-in presets alone.
const PresetList& builtin() {
    static const PresetList list = list_gpu_presets({});
    return list;
}

std::string found(const char* device, const PresetList& presets = builtin()) {
    const auto preset = preset_of_device(device, presets);
    return preset ? preset->name : "";
}

TEST(DevicePreset, IsFoundByTheNameThatADriverWrites) {
    const std::pair<const char*, const char*> cases[] = {
        {"NVIDIA GeForce RTX 3090", "ampere-rtx3090"},
        {"GeForce RTX 2080 Ti/PCIe/SSE2", "turing-rtx2080ti"},
        {"NVIDIA GeForce RTX 2080 Ti", "turing-rtx2080ti"},
        {"Tesla V100-SXM2-16GB", "volta-v100"},
        {"NVIDIA A100-SXM4-40GB", "ampere-a100"},
        {"NVIDIA A100 80GB PCIe", "ampere-a100"},
        {"NVIDIA H100 80GB HBM3", "hopper-h100"},
        {"NVIDIA H200", "hopper-h200"},
        {"NVIDIA B200", "blackwell-b200"},
        {"Tesla T4", "turing-t4"},
        {"Quadro RTX 6000", "turing-rtx6000"},
        {"GeForce GTX 1080", "pascal-gtx1080"},
        {"AMD Radeon RX 6900 XT (RADV NAVI21)", "rdna2-rx6900xt"},
        {"Intel(R) Arc(tm) A770 Graphics (DG2)", "xehpg-a770"},
        {"llvmpipe (LLVM 15.0.6, 256 bits), NVIDIA GeForce RTX 4090", "ada-rtx4090"},
    };
    for (const auto& [device, preset] : cases)
        EXPECT_EQ(found(device), preset) << device;
}

TEST(DevicePreset, IsNotThatOfAnotherGpu) {
    for (const char* device :
         {"", "not known", "simulated, 68 SMs", "CPU, a core as an SM", "llvmpipe (LLVM 15.0.6, 256 bits)",
          "NVIDIA GeForce RTX 3090 Ti", "NVIDIA GeForce GTX 1080 Ti", "NVIDIA RTX 6000 Ada Generation",
          "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA", "AMD Radeon Graphics", "Tesla V100, Tesla T4"})
        EXPECT_EQ(found(device), "") << device;
}

TEST(DevicePreset, OfTheUserComesFirst) {
    PresetList presets = builtin();
    GpuPreset measured = preset_of_device("Tesla T4", presets).value();
    measured.name = "measured-tesla-t4";
    measured.title = "Tesla T4, measured 2027-01-01";
    presets.presets.push_back({measured, "tesla-t4.json"});
    EXPECT_EQ(found("Tesla T4", presets), "measured-tesla-t4");
    presets.presets.back().preset.architecture = "CPU";
    EXPECT_EQ(found("Tesla T4", presets), "turing-t4");
}

} // namespace
} // namespace hitmap
