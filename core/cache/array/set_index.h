#pragma once

#include "core/cache/array/indices/fermi_l1.h"
#include "core/cache/array/indices/gtx1080_l2.h"
#include "core/cache/array/indices/linear.h"
#include "core/cache/array/indices/pascal_l1.h"
#include "core/cache/array/indices/texture_l1.h"
#include "core/cache/array/indices/xor_folded.h"
#include "core/cache/array/named_list.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// Set-index functions: which set of a cache a line belongs to. A function is a class with
///   name                     as in CacheGeometry::index
///   allows(sets, line_bytes) whether it supports this number of sets of lines of this size
///   needs                    the requirement of allows() as text; empty if there is none
///   explicit Index(sets)
///   operator()(line)         the set, 0..sets - 1, of line number address / line_bytes; stateless, for any
///                            line
/// Each function is a file in core/cache/array/indices and an entry in this list. Sources of the published
/// hashes: Jain et al. 2019; gpucachesim notes (docs/references.md); Nugteren et al. 2014.
using SetIndices =
    NamedList<LinearIndex, XorFoldedIndex, FermiL1Index, PascalL1Index, Gtx1080L2Index, TextureL1Index>;

/// The names of all functions: "linear", "xor", "fermi-l1", "pascal-l1", "gtx1080-l2", "texture-l1".
[[nodiscard]] std::span<const std::string_view> set_index_names();
/// Throws UsageError if there is no such function or it does not allow this number of sets of such lines.
void check_set_index(std::string_view name, std::uint64_t sets, std::uint32_t line_bytes);

/// A set-index function that is chosen when the program runs. A call takes a nanosecond or two more than that
/// of a class of the list, which the compiler can inline.
class SetIndex {
public:
    explicit SetIndex(SetIndices::Variant function) : function_(function) {}
    /// The set of the line, as the chosen function defines it.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const;

private:
    SetIndices::Variant function_;
};
/// Throws as check_set_index does.
[[nodiscard]] SetIndex make_set_index(std::string_view name, std::uint64_t sets, std::uint32_t line_bytes);

} // namespace hitmap
