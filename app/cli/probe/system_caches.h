#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace hitmap {

/// A cache of data as the operating system describes it.
struct SystemCache {
    std::uint64_t level = 0;
    std::uint64_t capacity = 0; ///< bytes
    std::uint64_t line = 0;     ///< bytes
    friend bool operator==(const SystemCache&, const SystemCache&) = default;
};

/// Returns the caches of data of a CPU by level, as Linux lists them in this folder (its documentation:
/// ABI/testing/sysfs-devices-system-cpu). Entries that are not as expected are left out; empty if there is no
/// such folder.
[[nodiscard]] std::vector<SystemCache>
system_caches(const std::filesystem::path& folder = "/sys/devices/system/cpu/cpu0/cache");

} // namespace hitmap
