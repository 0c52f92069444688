#pragma once

#include "core/raytracer/options/trace_options.h"
#include "core/replay/node_format.h"
#include "core/replay/ray_unit.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// Whose tree rays are replayed over.
enum class TreeMaker : std::uint8_t {
    hitmap, ///< Hitmap's, over the recorded triangles
    driver, ///< the driver's, which the recording has
};

/// The cache between a unit for rays and L2. Which one a GPU has is known to its vendor.
enum class UnitCache : std::uint8_t {
    l1,   ///< that of the SM, which shaders use as well
    none, ///< fetches go to L2
};

/// The tree of a replay, and how rays traverse it.
struct ReplayOptions {
    TreeMaker tree_of = TreeMaker::hitmap;
    /// The builder of the tree, and what of its layout is free.
    TraceOptions tree;
    /// The format of hardware that the tree is stored in, one of node_formats(); null: the tree of
    /// `hitmap trace`, traversed by its kernel.
    const NodeFormat* format = nullptr;
    VisitOrder order = VisitOrder::nearest;
    UnitTiming unit = UnitTiming::lockstep;
    UnitCache unit_cache = UnitCache::l1;
};

/// One option of a replay as text, for the command line, the options of a recording and specs of recordings.
struct ReplayOption {
    using Value = TraceOption::Value;

    std::string name; ///< "node-format"; the command line adds two dashes
    std::string help;
    std::string form; ///< of a value
    std::vector<Value> values;
    std::function<std::string(const ReplayOptions&)> get;
    /// Sets the option from text. Throws UsageError that names --name.
    std::function<void(ReplayOptions&, std::string_view)> set;
};

/// All options, in the order in which users see them.
[[nodiscard]] const std::vector<ReplayOption>& replay_option_table();

/// The options that have a meaning with these, in that order, for a recording: a format of hardware has some
/// of its own.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> option_texts(const ReplayOptions& options);

/// Throws UsageError if options contradict each other: the driver's tree is as it is; a format has the width
/// of its nodes and the size of its leaves, and is traversed by a unit for rays, whose order and timing can
/// be chosen.
void check_replay_options(const ReplayOptions& options);

/// "node-format=rdna2 unit=independent": the options that differ from their defaults, separated by spaces;
/// empty if none does.
[[nodiscard]] std::string to_string(const ReplayOptions& options);
/// Reads the text of to_string(). Throws UsageError.
[[nodiscard]] ReplayOptions parse_replay(std::string_view text);
/// For users: "node-format rdna2, unit independent"; "as replayed" if all have their defaults.
[[nodiscard]] std::string title_of(const ReplayOptions& options);

} // namespace hitmap
