#pragma once

#include "app/cli/files/recording_page.h"

#include <string>

namespace hitmap {

/// Returns tables of the elements with the most misses, for each kind that has look-ups and each level; empty
/// if there are no misses. Throws Cancelled.
[[nodiscard]] std::string worst_tables(const PageSubject& subject, const JobContext& job = {});

} // namespace hitmap
