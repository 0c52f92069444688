#pragma once

#include "app/figure/figure.h"
#include "app/figure/figure_contents.h"
#include "app/figure/figure_inputs.h"

#include <string>
#include <vector>

namespace hitmap {

/// Says wherever the figure shows an estimate (core/trace/model/estimates.h) that it is one: in captions, in
/// lines of texts that have results, at the axes of plots and in the texts of colour bars. The reasons become
/// FigureContent::estimates. Throws as FigureInputs.
/// @param contents  [panels] with captions and lines in which results have replaced their names
void mark_estimates(const Figure& figure, FigureInputs& inputs, std::vector<FigureContent>& contents);

/// Returns why the figure is an estimate, each reason once: "random: Estimate, by relayout: ...", without a
/// full stop; empty if nothing in it is one.
[[nodiscard]] std::vector<std::string> figure_estimates(const std::vector<FigureContent>& contents);

} // namespace hitmap
