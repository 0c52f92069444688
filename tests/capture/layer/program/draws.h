#pragma once

namespace program {

/// Draws in render passes: dynamic offsets, depth tests, indexed and indirect draws, a dispatch between
/// render passes, secondary command buffers; submitted twice.
void draws();

/// Draws with a pipeline that is linked of libraries, by dynamic rendering.
void draw_libraries();

} // namespace program
