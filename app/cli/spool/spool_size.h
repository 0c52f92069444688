#pragma once

#include "app/cli/spool/spool_files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What a run of `hitmap record` has written into its spools so far.
struct SpoolSize {
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> free{}; ///< bytes that are left on their disk; no value: it is not known
    friend bool operator==(const SpoolSize&, const SpoolSize&) = default;
};

/// Measures spools beside `output`. Those that are gone, since they have become recordings, count nothing.
[[nodiscard]] SpoolSize size_of_spools(const std::vector<SpoolFile>& spools, const std::string& output);

/// Whether they have taken more than 8 GiB, or more than a quarter of the room that there was without them.
/// The recording, which is made of them later, needs room beside them. The window and the command line warn
/// of it.
[[nodiscard]] bool is_large(const SpoolSize& size);

/// What the command line says of large spools, and what one can do: a sentence without a full stop.
[[nodiscard]] std::string large_spool_text(const SpoolSize& size);

} // namespace hitmap
