// Fuzzes the readers of recordings of other programs. The content chooses the reader, as for all commands.
// With the argument --format=NAME, only the reader of this format is fuzzed. Seeds are the samples of
// tests/trace/import/samples.h.
#include "core/base/error.h"
#include "core/trace/io/byte_input.h"
#include "tests/trace/compressed.h"
#include "tests/trace/import/checked_import.h"
#include "tests/trace/memory_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::string_view format_option = "--format=";
std::string only_format; // libFuzzer gives the arguments to no other function than LLVMFuzzerInitialize

constexpr std::size_t most_payload = std::size_t{1} << 16;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// The decompressed bytes of the gzip member at `at`; empty if they are invalid or too many.
std::string payload_at(std::string_view bytes, std::size_t at) {
    using namespace hitmap;
    const auto file = memory_file(bytes, "input");
    std::string payload(most_payload, '\0');
    try {
        const auto input = open_input(*file, {}, {.first = at, .one_member = true});
        payload.resize(input->read(std::as_writable_bytes(std::span(payload))));
    } catch (const FileError&) {
        return {};
    }
    return payload.size() == most_payload ? std::string() : payload;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    for (const std::string_view argument : std::span(*arguments, static_cast<std::size_t>(*count)))
        if (argument.starts_with(format_option)) only_format = argument.substr(format_option.size());
    return 0;
}

/// Changes what is compressed, since almost every change of compressed bytes only makes them invalid.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    const std::size_t at = text_of(data, size).find("\x1f\x8b\x08");
    std::string payload =
        at == std::string_view::npos || seed % 8 == 0 ? "" : payload_at(text_of(data, size), at);
    if (payload.empty()) return LLVMFuzzerMutate(data, size, most);
    const std::size_t bytes = payload.size();
    payload.resize(std::min(2 * bytes + 64, most_payload));
    payload.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(payload.data()), bytes, payload.size()));
    const std::string packed = hitmap::gzip(payload);
    if (at + packed.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::ranges::copy(packed, data + at);
    return at + packed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    hitmap::import_checked(text_of(data, size), only_format);
    return 0;
}
