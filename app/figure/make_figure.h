#pragma once

#include "app/figure/figure_painter.h"
#include "app/figure/figure_store.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "render/image/colour_difference.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

enum class FigureFormat : std::uint8_t { pdf, svg, png };
/// Returns the format with this name, which is also the ending of its files; nothing if there is none.
[[nodiscard]] std::optional<FigureFormat> figure_format_named(std::string_view name);

/// Opens or traces the recordings, simulates them, lays out the figure and draws its pictures, with an
/// off-screen context where there are meshes. Throws FileError, UsageError, Error, Cancelled.
[[nodiscard]] MadeFigure make_figure(const Figure& figure, ThreadPool& pool, const JobContext& job = {});
/// The same with what the store has already, which keeps what is new. Waits while another thread uses it.
[[nodiscard]] MadeFigure make_figure(const Figure& figure, FigureStore& store, const JobContext& job = {});

/// Returns the pixels of the page at the DPI of the figure: those of the PNG.
/// @param vision  replaces all colours
[[nodiscard]] Image figure_image(const Figure& figure, const MadeFigure& made,
                                 ColourVision vision = ColourVision::normal);
/// Returns the bytes of a file. The pictures in it have the same pixels in every format. Throws Error.
/// @param vision  replaces all colours, of vectors and pictures alike
[[nodiscard]] std::string figure_file(const Figure& figure, const MadeFigure& made, FigureFormat format,
                                      ColourVision vision = ColourVision::normal);

/// Returns the marks of each panel whose colours stand for something: series of plots, and the ends of
/// colour maps.
[[nodiscard]] std::vector<std::vector<ColourMark>> marks_of(const Figure& figure, const MadeFigure& made);

/// Throws UsageError if LaTeX cannot find a file of this name, since one of its characters is a command of
/// LaTeX in any place: % begins a comment.
void check_latex_name(const std::string& file);
/// Returns the LaTeX that includes a figure at its width, with caption and label. Throws as
/// check_latex_name().
/// @param file       path of the figure as LaTeX is to find it
/// @param estimates  figure_estimates(), sentences that end the caption; a figure without one gets none
[[nodiscard]] std::string figure_latex(const Figure& figure, const std::string& file,
                                       const std::vector<std::string>& estimates = {});

} // namespace hitmap
