#include "core/store/cache_folder.h"

#include <cstdlib>

namespace hitmap {

namespace {

std::filesystem::path path_in(const char* variable) {
    const char* value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): nothing changes it
    return value != nullptr ? std::filesystem::path(value) : std::filesystem::path();
}

} // namespace

std::filesystem::path cache_folder() {
    if (auto chosen = path_in("HITMAP_CACHE_DIR"); !chosen.empty()) return chosen;
    if (const auto caches = path_in("XDG_CACHE_HOME"); caches.is_absolute()) return caches / "hitmap";
    if (const auto home = path_in("HOME"); home.is_absolute()) return home / ".cache" / "hitmap";
    return {};
}

} // namespace hitmap
