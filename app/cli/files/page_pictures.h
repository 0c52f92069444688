#pragma once

#include "app/cli/files/recording_page.h"

#include <string>

namespace hitmap {

/// Returns pictures of the hit rates and the L1 misses on the mesh, and of the framebuffer, as parts of the
/// page; empty if the recording has neither. Throws Error (no OpenGL), Cancelled.
[[nodiscard]] std::string page_pictures(const PageSubject& subject, const JobContext& job = {});
/// Returns plots as parts of the page: hit rates and accesses over time and, if the reasons of misses are
/// known, over the capacity. Throws Cancelled.
[[nodiscard]] std::string page_plots(const PageSubject& subject, const JobContext& job = {});

} // namespace hitmap
