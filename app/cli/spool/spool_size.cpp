#include "app/cli/spool/spool_size.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace hitmap {

namespace {

constexpr std::uint64_t one_gib = std::uint64_t{1} << 30;
constexpr std::uint64_t most_quiet_bytes = 8 * one_gib;

std::string gib_text(std::uint64_t bytes) {
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / static_cast<double>(one_gib));
}

} // namespace

SpoolSize size_of_spools(const std::vector<SpoolFile>& spools, const std::string& output) {
    SpoolSize size;
    for (const SpoolFile& spool : spools) {
        std::error_code gone;
        const std::uint64_t bytes = std::filesystem::file_size(spool.path, gone);
        if (!gone) size.bytes += bytes;
    }
    std::error_code unknown;
    const std::filesystem::path folder = std::filesystem::path(output).parent_path();
    const auto room = std::filesystem::space(folder.empty() ? std::filesystem::path(".") : folder, unknown);
    if (!unknown) size.free = room.available;
    return size;
}

bool is_large(const SpoolSize& size) {
    if (size.bytes > most_quiet_bytes) return true;
    // A quarter of both is as much as a third of the rest.
    return size.free && size.bytes > *size.free / 3;
}

std::string large_spool_text(const SpoolSize& size) {
    const std::string left =
        size.free ? fmt::format(", and {} are left on its disk", gib_text(*size.free)) : "";
    return fmt::format(
        "the spool has {}{}; the recording will need room beside it. Ctrl-C ends the program and "
        "keeps what was recorded until then; --kernels, --dispatches and --every record less",
        gib_text(size.bytes), left);
}

} // namespace hitmap
