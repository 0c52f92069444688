#pragma once

#include "app/sweep/experiment.h"
#include "core/raytracer/options/trace_options.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/model/recording_part.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// Sizes on paper. Layouts and drawings are in points.
inline constexpr double points_per_inch = 72.0;
inline constexpr double points_per_mm = points_per_inch / 25.4;

inline constexpr double lowest_dpi = 30.0;
inline constexpr double highest_dpi = 1200.0;

/// A recording of a figure: a file, or a scene that is traced when the figure is made; all of it or a part,
/// and the memory layout that it gets. It names what a pane can show.
struct FigureRecording {
    std::string name;
    std::string file; ///< path, relative to the current folder; empty: `scene` is traced
    /// CRC-32 of the bytes of the file (that of zlib and PNG); no value: not checked.
    std::optional<std::uint32_t> crc;
    ExperimentScene scene{};
    TraceOptions options{};
    RecordingPart part{};
    std::string layout{}; ///< path of the layout of the file; empty: the layout beside it, if there is one
    /// Memory layouts that the part gets by moving its addresses, one after the other.
    std::vector<RelayoutOptions> relayouts{};
    /// The number of SMs that its thread blocks are dealt to (dealt_file()); 0: they stay where they are.
    std::uint32_t dealt_sms = 0;
};

/// What the values of a panel come from, as indices into the lists of the figure.
struct FigureSource {
    std::size_t recording = 0;
    std::size_t cache = 0;
    friend bool operator==(const FigureSource&, const FigureSource&) = default;
};

/// A part of the picture of a panel, in shares of its width and height from the upper left corner.
struct FigureRegion {
    double left = 0.0;
    double top = 0.0;
    double width = 1.0;
    double height = 1.0;
    friend bool operator==(const FigureRegion&, const FigureRegion&) = default;

    [[nodiscard]] bool is_whole() const { return *this == FigureRegion(); }
};

enum class FigureCorner : std::uint8_t { top_left, top_right, bottom_left, bottom_right };

/// A small picture with a frame in a corner of a panel: a region of its picture, enlarged, with leader lines;
/// or another recording or cache with the same view.
struct FigureInset {
    FigureSource source;
    FigureRegion region;
    FigureCorner corner = FigureCorner::bottom_right;
    double width = 0.4; ///< share of the width of the panel; the height has the same aspect
};

enum class FigurePanelKind : std::uint8_t { mesh, image, framebuffer, plot, colour_bar, table, text };
/// Hit rates and accesses over time, or hit rates of fully associative caches of every capacity.
enum class FigurePlot : std::uint8_t { hit_rates, accesses, l1_capacity, l2_capacity };
/// Sums by kind of element, or by allocation.
enum class FigureTable : std::uint8_t { elements, allocations };

/// A panel of the matrix. The members of other kinds than its own have no effect.
struct FigurePanel {
    FigurePanelKind kind = FigurePanelKind::mesh;
    std::size_t row = 0;
    std::size_t column = 0;
    std::size_t rows = 1; ///< rows and columns that it spans
    std::size_t columns = 1;
    FigureSource source;
    std::optional<FigureSource> compare; ///< mesh: the panel shows the difference to this source, B - A
    /// JSON of docs/view-files.md: metric, frames, camera, colours. Keys that are missing have the values of
    /// figure_view().
    std::string view = "{}";
    std::optional<double>
        aspect;          ///< width / height; no value: that of the image, or the usual one of the kind
    std::string caption; ///< below the panel
    bool has_letter = true;
    std::vector<FigureInset> insets; ///< of a mesh
    FigurePlot plot = FigurePlot::hit_rates;
    FigureTable table = FigureTable::elements;
    std::vector<std::string> keys; ///< of the columns of the table; empty: all columns of the window
    std::string text;              ///< lines of a text
    /// Place, (row, column), of the panel whose colours a colour bar explains; no value: the nearest mesh or
    /// image to the left in its own rows.
    std::optional<std::pair<std::size_t, std::size_t>> of;
};

/// A row or a column of the matrix.
struct FigureTrack {
    std::string name;           ///< beside the row, above the column; may be empty
    std::optional<double> size; ///< height or width in mm; no value: by contents
};

/// Which panels have the colour range in common: those with the same metric, all, or none.
enum class FigureRanges : std::uint8_t { metric, all, panel };

/// A figure of a publication: panels in rows and columns. A plain value that the command line reads from a
/// recipe (docs/figures.md) and that an editor can change.
struct Figure {
    double width = 88.0;          ///< mm, e.g. that of a column of text
    double dots_per_inch = 300.0; ///< of pictures of meshes and images
    double font_size = 7.0;       ///< points
    std::string font = "sans-serif";
    double line_width = 0.5; ///< points, of frames and axes; edges of boxes and curves are in proportion
    double gap = 2.0;        ///< mm between panels
    bool letters = true;     ///< (a), (b), ... before the captions of panels
    FigureRanges ranges = FigureRanges::metric;
    std::string caption; ///< for LaTeX
    std::string label;   ///< for LaTeX
    std::vector<FigureRecording> recordings;
    std::vector<ExperimentCache> caches;
    std::vector<FigureTrack> rows;
    std::vector<FigureTrack> columns;
    std::vector<FigurePanel> panels; ///< by row, then column

    [[nodiscard]] double pixels_per_point() const { return dots_per_inch / points_per_inch; }
};

/// Whether a panel is a picture with a letter: colour bars and texts have none.
[[nodiscard]] constexpr bool is_lettered(FigurePanelKind kind) {
    return kind != FigurePanelKind::colour_bar && kind != FigurePanelKind::text;
}
/// Whether a panel has the colours of values.
[[nodiscard]] constexpr bool has_colours(FigurePanelKind kind) {
    return kind == FigurePanelKind::mesh || kind == FigurePanelKind::image ||
           kind == FigurePanelKind::framebuffer;
}

} // namespace hitmap
