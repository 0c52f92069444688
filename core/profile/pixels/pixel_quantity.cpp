#include "core/profile/pixels/pixel_quantity.h"

#include "core/profile/sums/stack_traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

using Counts = PixelCounts;
using enum PixelColumn;

double number(std::uint64_t count) {
    return static_cast<double>(count);
}
double hit_count(std::uint64_t hits) {
    return static_cast<double>(hits) / hit_unit;
}
/// Sum first, divide last (von Buelow 2024, eq. 3.3).
double rate(double part, std::uint64_t whole) {
    return whole == 0 ? undefined_value : part / static_cast<double>(whole);
}

constexpr std::uint64_t sector_bytes = 32;

double all_accesses(const Counts& pixel) {
    std::uint64_t all = 0;
    for (const std::uint64_t of_kind : pixel.sums.accesses.values)
        all += of_kind;
    return number(all);
}

template <std::size_t kind>
double accesses_of(const Counts& pixel) {
    return number(pixel.sums.accesses[kind]);
}

using Formula = double (*)(const Counts& pixel);

template <std::size_t... kinds>
constexpr std::array<Formula, sizeof...(kinds)> access_formulas(std::index_sequence<kinds...> /*kinds*/) {
    return {accesses_of<kinds>...};
}

/// The quantities that no kind of element has alone.
constexpr std::array common_quantities{
    PixelQuantity{.name = "requests",
                  .title = "Requests",
                  .unit = "requests",
                  .explanation = "Requests in which a lane of the pixel takes part. A request belongs to "
                                 "each pixel whose lane takes part.",
                  .reads = PixelColumnSet(requests),
                  .formula = [](const Counts& p) { return number(p.sums.requests); }},
    PixelQuantity{.name = "active-lanes",
                  .title = "Active lanes",
                  .unit = "lanes",
                  .explanation = "N(x,y): active lanes of the pixel's requests, those of other pixels "
                                 "included.",
                  .reads = PixelColumnSet(active_lanes),
                  .formula = [](const Counts& p) { return number(p.sums.active_lanes); }},
    PixelQuantity{
        .name = "branching-rate",
        .title = "Branching rate",
        .unit = "%",
        .explanation = "b(x,y): active lanes of the pixel's requests / (lanes of a warp x requests). "
                       "It falls where lanes of a warp take different branches.",
        .number = NumberKind::share,
        .reads = PixelColumnSet(requests, active_lanes),
        .formula =
            [](const Counts& p) { return rate(number(p.sums.active_lanes), p.warp_lanes * p.sums.requests); },
        .lacks = "no requests"},
    PixelQuantity{.name = "sectors",
                  .title = "Sectors",
                  .unit = "sectors",
                  .explanation = "Sectors of 32 bytes that the pixel's requests ask for, those for other "
                                 "pixels included.",
                  .needs = PixelPart::sectors,
                  .reads = PixelColumnSet(sectors),
                  .formula = [](const Counts& p) { return number(p.sums.sectors); }},
    PixelQuantity{.name = "l1-hits",
                  .title = "L1 hits",
                  .unit = "hits",
                  .explanation = "Hits in L1: of sectors of the pixel's requests (hierarchy model), or of "
                                 "look-ups of its element accesses.",
                  .number = NumberKind::number,
                  .reads = PixelColumnSet(l1_hits),
                  .formula = [](const Counts& p) { return hit_count(p.sums.l1_hits); }},
    PixelQuantity{.name = "l1-lookups",
                  .title = "L1 look-ups",
                  .unit = "look-ups",
                  .explanation =
                      "Look-ups in L1: of sectors of the pixel's requests (hierarchy model), or of "
                      "its element accesses.",
                  .reads = PixelColumnSet(l1_lookups),
                  .formula = [](const Counts& p) { return number(p.sums.l1_lookups); }},
    PixelQuantity{
        .name = "l1-hit-rate",
        .title = "L1 hit rate",
        .unit = "%",
        .explanation = "Share of the pixel's look-ups in L1 that hit: sum of hits / number of "
                       "look-ups.",
        .number = NumberKind::share,
        .reads = PixelColumnSet(l1_hits, l1_lookups),
        .formula = [](const Counts& p) { return rate(hit_count(p.sums.l1_hits), p.sums.l1_lookups); },
        .lacks = "no L1 look-ups"},
    PixelQuantity{.name = "l2-hits",
                  .title = "L2 hits",
                  .unit = "hits",
                  .explanation = "Hits in L2: of sectors of the pixel's requests (hierarchy model), or of "
                                 "look-ups of its element accesses.",
                  .number = NumberKind::number,
                  .reads = PixelColumnSet(l2_hits),
                  .formula = [](const Counts& p) { return hit_count(p.sums.l2_hits); }},
    PixelQuantity{.name = "l2-lookups",
                  .title = "L2 look-ups",
                  .unit = "look-ups",
                  .explanation =
                      "Look-ups in L2: of sectors of the pixel's requests (hierarchy model), or of "
                      "its element accesses.",
                  .reads = PixelColumnSet(l2_lookups),
                  .formula = [](const Counts& p) { return number(p.sums.l2_lookups); }},
    PixelQuantity{
        .name = "l2-hit-rate",
        .title = "L2 hit rate",
        .unit = "%",
        .explanation = "Share of the pixel's look-ups in L2 that hit: sum of hits / number of "
                       "look-ups.",
        .number = NumberKind::share,
        .reads = PixelColumnSet(l2_hits, l2_lookups),
        .formula = [](const Counts& p) { return rate(hit_count(p.sums.l2_hits), p.sums.l2_lookups); },
        .lacks = "no L2 look-ups"},
    PixelQuantity{.name = "framebuffer",
                  .title = "Framebuffer accesses",
                  .unit = "accesses",
                  .explanation = "Accesses of the pixel's lanes to the framebuffer.",
                  .reads = PixelColumnSet(framebuffer),
                  .formula = accesses_of<pixel_kind>},
    PixelQuantity{.name = "nodes",
                  .title = "Nodes visited",
                  .unit = "nodes",
                  .explanation =
                      "Accesses of the pixel's lanes to the first byte of a node of the hierarchy.",
                  .needs = PixelPart::nodes,
                  .reads = PixelColumnSet(nodes),
                  .formula = [](const Counts& p) { return number(p.sums.nodes); }},
    PixelQuantity{
        .name = "l1-misses",
        .title = "L1 misses",
        .unit = "misses",
        .explanation = "Look-ups of the pixel in L1 that missed.",
        .number = NumberKind::number,
        .reads = PixelColumnSet(l1_hits, l1_lookups),
        .formula = [](const Counts& p) { return number(p.sums.l1_lookups) - hit_count(p.sums.l1_hits); }},
    PixelQuantity{
        .name = "l2-misses",
        .title = "L2 misses",
        .unit = "misses",
        .explanation = "Look-ups of the pixel in L2 that missed.",
        .number = NumberKind::number,
        .reads = PixelColumnSet(l2_hits, l2_lookups),
        .formula = [](const Counts& p) { return number(p.sums.l2_lookups) - hit_count(p.sums.l2_hits); }},
    PixelQuantity{.name = "l1-cold-misses",
                  .title = "L1 cold misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L1 that no capacity would avoid.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l1_cold),
                  .formula = [](const Counts& p) { return number(p.misses.l1.cold); }},
    PixelQuantity{.name = "l1-capacity-misses",
                  .title = "L1 capacity misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L1 that a fully associative LRU cache of "
                                 "its capacity would have, too.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l1_capacity),
                  .formula = [](const Counts& p) { return number(p.misses.l1.capacity); }},
    PixelQuantity{.name = "l1-conflict-misses",
                  .title = "L1 conflict misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L1 that a fully associative LRU cache of "
                                 "its capacity would not have.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l1_conflict),
                  .formula = [](const Counts& p) { return number(p.misses.l1.conflict); }},
    PixelQuantity{.name = "l2-cold-misses",
                  .title = "L2 cold misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L2 that no capacity would avoid.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l2_cold),
                  .formula = [](const Counts& p) { return number(p.misses.l2.cold); }},
    PixelQuantity{.name = "l2-capacity-misses",
                  .title = "L2 capacity misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L2 that a fully associative LRU cache of "
                                 "its capacity would have, too.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l2_capacity),
                  .formula = [](const Counts& p) { return number(p.misses.l2.capacity); }},
    PixelQuantity{.name = "l2-conflict-misses",
                  .title = "L2 conflict misses",
                  .unit = "misses",
                  .explanation = "Misses of the pixel's requests in L2 that a fully associative LRU cache of "
                                 "its capacity would not have.",
                  .needs = PixelPart::causes,
                  .reads = PixelColumnSet(l2_conflict),
                  .formula = [](const Counts& p) { return number(p.misses.l2.conflict); }},
    PixelQuantity{.name = "dram-bytes",
                  .title = "DRAM bytes read",
                  .unit = "bytes",
                  .explanation = "Bytes that L2 read from memory for the pixel's requests.",
                  .needs = PixelPart::sectors,
                  .reads = PixelColumnSet(fetched),
                  .formula = [](const Counts& p) { return number(p.sums.fetched * sector_bytes); }},
    PixelQuantity{
        .name = "stack-sectors",
        .title = "Stack sectors",
        .unit = "sectors",
        .explanation = "Sectors of local memory, where the stack of a traversal is, that the pixel's "
                       "lanes ask for; lanes that ask for one sector share it.",
        .number = NumberKind::number,
        .needs = PixelPart::stack,
        .reads = PixelColumnSet(stack),
        .formula =
            [](const Counts& p) { return number(p.sums.stack) / static_cast<double>(StackSums::unit); }},
};

/// Kinds whose columns come first: `export --pixels` has had them from its beginning on.
constexpr KindSet first_kinds(box_kind, face_kind);

/// The table, and the texts that it refers to.
class QuantityTable {
public:
    QuantityTable() {
        rows_.push_back({.name = "accesses",
                         .title = "Element accesses",
                         .unit = "accesses",
                         .explanation = kept(fmt::format(
                             "Accesses of the pixel's lanes to {} and the framebuffer.", plurals())),
                         .reads = all_pixel_accesses,
                         .formula = all_accesses});
        for (const ElementKindId kind : first_kinds)
            add(kind);
        rows_.insert(rows_.end(), common_quantities.begin(), common_quantities.end());
        for (const ElementKindId kind : kinds_with_look_ups())
            if (!first_kinds.contains(kind)) add(kind); // at the end, so that other columns keep their places
    }
    [[nodiscard]] std::span<const PixelQuantity> rows() const { return rows_; }

private:
    std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }
    static std::string plurals() {
        std::string text;
        for (const ElementKindId kind : kinds_with_look_ups())
            text += fmt::format("{}{}", text.empty() ? "" : ", ", element_kinds()[kind].plural);
        return text;
    }
    void add(ElementKindId kind) {
        static constexpr auto formulas = access_formulas(std::make_index_sequence<most_element_kinds>());
        const ElementKind& of = element_kinds()[kind];
        std::string title = fmt::format("{} accesses", of.name);
        title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
        rows_.push_back({.name = of.plural,
                         .title = kept(std::move(title)),
                         .unit = "accesses",
                         .explanation = kept(fmt::format("Accesses of the pixel's lanes to {}.", of.plural)),
                         .reads = PixelColumnSet(pixel_access_columns.at(kind)),
                         .formula = formulas.at(kind)});
    }

    std::deque<std::string> texts_; ///< their addresses stay valid
    std::vector<PixelQuantity> rows_;
};

} // namespace

std::span<const PixelQuantity> pixel_quantities() {
    static const QuantityTable table;
    return table.rows();
}

const PixelQuantity* pixel_quantity_named(std::string_view name) {
    const auto quantities = pixel_quantities();
    const auto found = std::ranges::find(quantities, name, &PixelQuantity::name);
    return found == quantities.end() ? nullptr : &*found;
}

std::string key_of(const PixelQuantity& quantity) {
    std::string key(quantity.name);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

double pixel_value(const PixelQuantity& quantity, const WindowPixels& pixels, std::size_t pixel) {
    if (quantity.needs && !pixels.knows(*quantity.needs)) return undefined_value;
    return quantity.formula(pixels.counts(pixel));
}

double pixel_value(const PixelQuantity& quantity, const CountedFramebuffer& framebuffer,
                   const PixelCounts& counts) {
    return quantity.needs && !framebuffer.knows(*quantity.needs) ? undefined_value : quantity.formula(counts);
}

std::string_view why_unknown(PixelPart part) {
    switch (part) {
    case PixelPart::sectors:
        return "only the hierarchy model counts sectors";
    case PixelPart::causes:
        return "only the hierarchy model determines causes of misses, if misses are explained";
    case PixelPart::nodes:
        return "the recording has no allocation of nodes";
    case PixelPart::stack:
        break;
    }
    return "the recording has no accesses to local memory";
}

} // namespace hitmap
