#pragma once

#include <cstdint>
#include <memory>

namespace hitmap {

class StoredResults;

/// Returns the size limit of the cache on disk in bytes, as it is stored in the settings. 0: it is off.
[[nodiscard]] std::uint64_t stored_cache_limit();
void store_cache_limit(std::uint64_t bytes);

/// Returns the results in the user's cache folder, with the stored limit, for this very build of the program.
[[nodiscard]] std::shared_ptr<StoredResults> user_stored_results();

} // namespace hitmap
