#pragma once

#include "app/figure/figure_painter.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

enum class FigureFormat : std::uint8_t { pdf, svg, png };
/// Returns the format with this name, which is also the ending of its files; nothing if there is none.
[[nodiscard]] std::optional<FigureFormat> figure_format_named(std::string_view name);

/// Opens or traces the recordings, simulates them, lays out the figure and draws its pictures, with an
/// off-screen context where there are meshes. Throws FileError, UsageError, Error, Cancelled.
[[nodiscard]] MadeFigure make_figure(const Figure& figure, ThreadPool& pool, const JobContext& job = {});

/// Returns the bytes of a file. The pictures in it have the same pixels in every format. Throws Error.
[[nodiscard]] std::string figure_file(const Figure& figure, const MadeFigure& made, FigureFormat format);

/// Returns the LaTeX that includes a figure at its width, with caption and label.
/// @param file  path of the figure as LaTeX is to find it
[[nodiscard]] std::string figure_latex(const Figure& figure, const std::string& file);

} // namespace hitmap
