#include "core/cache/gpu/device_preset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace hitmap {

namespace {

/// Words that do not tell one GPU from another.
constexpr std::array<std::string_view, 24> ignored_words{
    "amd",    "arc",  "ati",   "corporation", "geforce", "gpu",  "graphics", "hbm2",
    "hbm2e",  "hbm3", "hbm3e", "intel",       "nvidia",  "pcie", "quadro",   "r",
    "radeon", "sse2", "sxm",   "sxm2",        "sxm4",    "sxm5", "tesla",    "tm"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_part(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z');
}

/// Whether all but the end of the word are digits: "16gb", "gb".
bool is_memory_size(std::string_view word) {
    return word.ends_with("gb") && std::ranges::all_of(word.substr(0, word.size() - 2), is_digit);
}

/// Returns the words of one name that tell its GPU from others. What follows in parentheses, such as the chip
/// or the driver, is none of them.
std::vector<std::string> telling_words(std::string_view name) {
    std::string text;
    for (const char c : name)
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    for (const std::string_view mark : {"(r)", "(tm)"})
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
            text.replace(at, mark.size(), " ");
    text.resize(std::min(text.find('('), text.size()));
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = static_cast<std::size_t>(
            std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_word_part) -
            text.begin());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (is_memory_size(word)) {
            // "40 GB" are two words.
            if (word == "gb" && !words.empty() && std::ranges::all_of(words.back(), is_digit))
                words.pop_back();
        } else if (!word.empty() && !std::ranges::binary_search(ignored_words, std::string_view(word))) {
            words.push_back(word);
        }
    }
    return words;
}

std::vector<std::string_view> names_in(std::string_view device) {
    std::vector<std::string_view> names;
    while (!device.empty()) {
        const std::size_t end = std::min(device.find(','), device.size());
        names.push_back(device.substr(0, end));
        device.remove_prefix(std::min(end + 1, device.size()));
    }
    return names;
}

/// Returns null if there is no preset of this GPU.
const GpuPreset* preset_named(std::string_view device, const PresetList& presets) {
    const std::vector<std::string> words = telling_words(device);
    const GpuPreset* found = nullptr;
    bool is_own = false;
    if (words.empty()) return nullptr;
    for (const ListedPreset& listed : presets.presets) {
        const std::string_view title = listed.preset.title;
        // The title of a measured preset is the name of the device and the date.
        if (telling_words(title.substr(0, title.find(", measured"))) != words) continue;
        if (listed.preset.architecture == "CPU" || is_own) continue;
        if (found != nullptr && listed.file.empty()) continue;
        found = &listed.preset;
        is_own = !listed.file.empty();
    }
    return found;
}

} // namespace

std::optional<GpuPreset> preset_of_device(std::string_view device, const PresetList& presets) {
    const GpuPreset* found = nullptr;
    for (const std::string_view name : names_in(device)) {
        const GpuPreset* const preset = preset_named(name, presets);
        if (preset == nullptr || preset == found) continue;
        if (found != nullptr) return std::nullopt; // it is not known which of them made the requests
        found = preset;
    }
    return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::optional<GpuPreset> preset_of_device(std::string_view device) {
    return preset_of_device(device, list_gpu_presets(preset_folders()));
}

} // namespace hitmap
