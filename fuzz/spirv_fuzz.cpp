// Fuzzes the SPIR-V rewriter with changed modules. If the validator of SPIRV-Tools accepts a module, it must
// accept what the rewriter makes of it. Modules of at most 64 KiB; a byte behind the last word chooses the
// options.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <span>
#include <spirv-tools/libspirv.hpp>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spirv/instrument.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace hitmap::capture;

constexpr std::size_t header_words = 5;

/// Prints at the end how many modules were valid, since only these prove something about the output.
struct Count {
    std::uint64_t modules = 0;
    std::uint64_t changed = 0;
    std::uint64_t valid = 0; ///< of the changed ones
    ~Count() {
        std::fprintf(stderr, "stat::modules: %llu, instrumented: %llu, of valid modules: %llu\n",
                     static_cast<unsigned long long>(modules), static_cast<unsigned long long>(changed),
                     static_cast<unsigned long long>(valid));
    }
};

InstrumentOptions options_of(unsigned choice) {
    InstrumentOptions options{.log_address = 0x7f0012340040, .stages = 0x7f};
    options.blocks = (choice & 1) != 0;
    options.int64_atomics = (choice & 2) == 0;
    options.wait_when_full = (choice & 4) != 0;
    options.count_only = (choice & 8) != 0;
    options.subgroup_size = (choice & 16) != 0 ? 128 : 32;
    options.clock = (choice & 32) != 0 ? Clock::device : Clock::none;
    options.core = (choice & 64) != 0 ? CoreNumber::nv_sm_builtins : CoreNumber::none;
    if ((choice & 6) == 2) options.parts_address = 0x7f0056780040;
    if ((choice & 128) != 0) options.stages = stage_compute;
    if (choice % 3 == 0) {
        options.draw_input = 15;
        options.draw_output = 31;
    }
    return options;
}

bool is_valid(std::span<const std::uint32_t> words, bool is_output) {
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
    if (is_output) {
        tools.SetMessageConsumer(
            [](spv_message_level_t, const char*, const spv_position_t& at, const char* text) {
                std::fprintf(stderr, "word %zu: %s\n", at.index, text);
            });
    }
    spvtools::ValidatorOptions options;
    options.SetScalarBlockLayout(true);
    return tools.Validate(words.data(), words.size(), options);
}

void read_as_log(std::span<const std::uint32_t> words) {
    std::vector<std::uint64_t> units(words.size() / 2);
    if (!units.empty()) std::memcpy(units.data(), words.data(), units.size() * 8);
    LogReader reader;
    std::uint64_t sum = 0;
    const auto add = [&](const LogRecord& record) {
        for (std::uint32_t i = 0; i < record.lanes && lane_bytes(record.payload) != 0; ++i)
            sum += record.word(i, 0);
    };
    for (std::size_t start = 0; start < std::min<std::size_t>(units.size(), 8); ++start) {
        if (reader.read(std::span(units).subspan(start), 0, add) > units.size()) std::abort();
    }
}

/// Where instructions begin, as far as lengths are right.
std::vector<std::size_t> instructions(std::span<const std::uint32_t> words) {
    std::vector<std::size_t> starts;
    for (std::size_t at = header_words; at < words.size();) {
        const std::size_t count = words[at] >> 16;
        if (count == 0 || count > words.size() - at) break;
        starts.push_back(at);
        at += count;
    }
    return starts;
}

/// Changes an operand, or removes, repeats or moves an instruction.
void change(std::vector<std::uint32_t>& words, std::minstd_rand& random) {
    const std::vector<std::size_t> starts = instructions(words);
    if (starts.empty()) return;
    const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
    const std::size_t at = starts[below(starts.size())];
    const std::size_t count = words[at] >> 16;
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    switch (below(8)) {
    case 0:
        words.erase(begin, end);
        break;
    case 1: {
        const std::vector<std::uint32_t> copy(begin, end);
        const std::size_t to = starts[below(starts.size())];
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(to), copy.begin(), copy.end());
        break;
    }
    case 2: { // an operand of another instruction of this kind
        const std::size_t other = starts[below(starts.size())];
        if (count > 1 && words[other] == words[at]) {
            const std::size_t operand = 1 + below(count - 1);
            words[at + operand] = words[other + operand];
        }
        break;
    }
    case 3:
        words[at] = (words[at] & 0xffff0000) | static_cast<std::uint32_t>(below(400));
        break;
    case 4: // a small number, such as a decoration or a storage class
        if (count > 1) words[at + 1 + below(count - 1)] = static_cast<std::uint32_t>(below(64));
        break;
    case 5: // another id
        if (count > 1)
            words[at + 1 + below(count - 1)] = static_cast<std::uint32_t>(below(words[3] & 0xffffff));
        break;
    case 6:
        if (count > 1) words[at + 1 + below(count - 1)] ^= 1U << below(32);
        break;
    default:
        words[1] = 0x00010000 | static_cast<std::uint32_t>(below(7)) << 8;
    }
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    std::minstd_rand random(seed + 1);
    if (size < 4 * header_words || random() % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
    std::vector<std::uint32_t> original(size / 4);
    std::memcpy(original.data(), data, original.size() * 4);
    // Most changes make a module invalid, so that several are tried. Some invalid modules are kept.
    std::vector<std::uint32_t> words;
    const unsigned tries = random() % 8 == 0 ? 1 : 30;
    for (unsigned i = 0; i < tries; ++i) {
        words = original;
        for (unsigned changes = random() % 3 + 1; changes > 0; --changes)
            change(words, random);
        if (words.size() * 4 < max_size && words != original && is_valid(words, false)) break;
    }
    const std::size_t count = std::min(words.size() * 4, (max_size - 1) / 4 * 4);
    std::memcpy(data, words.data(), count);
    if (count >= max_size) return count;
    data[count] = static_cast<std::uint8_t>(random());
    return count + 1;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Count count;
    std::vector<std::uint32_t> words(size / 4);
    if (!words.empty()) std::memcpy(words.data(), data, words.size() * 4);
    read_as_log(words);
    const InstrumentedModule module = instrument(words, options_of(size % 4 == 0 ? 0 : data[size - 1]));
    ++count.modules;
    if (!module.changed) return 0;
    ++count.changed;
    if (!is_valid(words, false)) return 0;
    ++count.valid;
    if (!is_valid(module.words, true)) std::abort();
    return 0;
}
