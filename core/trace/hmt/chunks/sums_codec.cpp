#include "core/trace/hmt/chunks/sums_codec.h"

#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/chunks/scene_columns.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstddef>

namespace hitmap::hmt {

namespace {

std::string complaint_about_hits(float hits, std::uint32_t lookups) {
    if (std::isfinite(hits) && hits >= 0.0F && static_cast<double>(hits) <= static_cast<double>(lookups))
        return {};
    return fmt::format("expected hits from 0 to {}, the look-ups, found {}", lookups, hits);
}

/// "expected 1 sums of boxes, 2 of faces and 3 of pixels, found 1, 2 and 4".
std::string complaint_about_counts(const PerKind<std::uint32_t>& expected,
                                   const PerKind<std::uint32_t>& found) {
    std::string wanted;
    std::string others;
    for (ElementKindId kind = 0; kind < expected.size(); ++kind) {
        const std::string_view between = kind == 0                                  ? ""
                                         : kind + std::size_t{1} == expected.size() ? " and "
                                                                                    : ", ";
        wanted += fmt::format("{}{} {}of {}", between, expected[kind], kind == 0 ? "sums " : "",
                              element_kinds()[kind].plural);
        others += fmt::format("{}{}", between, found[kind]);
    }
    return fmt::format("expected {}, found {}", wanted, others);
}

/// Elements are stored as differences from the last element of their kind.
std::vector<std::uint32_t> element_differences(std::span<const RecordedSum> sums) {
    std::vector<std::uint32_t> differences;
    differences.reserve(sums.size());
    PerKind<std::uint32_t> last;
    for (const RecordedSum& sum : sums) {
        differences.push_back(sum.element - last[sum.kind]);
        last[sum.kind] = sum.element;
    }
    return differences;
}

template <class Value>
void write_column(std::span<const RecordedSum> sums, Value value_of, ByteWriter& out) {
    std::vector<std::uint32_t> values;
    values.reserve(sums.size());
    for (const RecordedSum& sum : sums)
        values.push_back(std::bit_cast<std::uint32_t>(value_of(sum)));
    write_planes(values, out);
}

} // namespace

void encode_sums_head(const SumsHead& head, std::size_t kinds, ByteWriter& out) {
    out.u32(head.launch);
    out.u32(head.frame);
    for (std::size_t kind = 0; kind < kinds; ++kind)
        out.u32(head.sums[kind]);
}

SumsHead decode_sums_head(ByteReader& in) {
    SumsHead head;
    head.launch = in.u32("a launch");
    head.frame = in.u32("a frame");
    const std::size_t kinds = std::max(in.left() / sizeof(std::uint32_t), least_counted_kinds);
    if (kinds > element_kind_count())
        in.fail(
            fmt::format("expected sums of at most {} kinds of elements, which this program knows, found {}",
                        element_kind_count(), kinds));
    for (std::size_t kind = 0; kind < kinds; ++kind)
        head.sums[kind] = in.u32("a number of sums");
    in.expect_end();
    if (head.count() > max_chunk_sums)
        in.fail(fmt::format("expected at most {} sums, found {}", max_chunk_sums, head.count()));
    return head;
}

std::string complaint_about(const RecordedSum& sum, const PerKind<std::uint64_t>& element_counts) {
    if (sum.kind >= element_kinds().size())
        return fmt::format("expected a kind of element below {}, found {}", element_kinds().size(), sum.kind);
    if (sum.element >= element_counts[sum.kind])
        return fmt::format("expected a {} below {}, found {}", element_kinds()[sum.kind].name,
                           element_counts[sum.kind], sum.element);
    const std::string l1 = complaint_about_hits(sum.l1_hits, sum.l1_lookups);
    return l1.empty() ? complaint_about_hits(sum.l2_hits, sum.l2_lookups) : l1;
}

Bytes encode_sums(std::span<const RecordedSum> sums) {
    ByteWriter out;
    for (const RecordedSum& sum : sums)
        out.u8(sum.kind);
    write_planes(element_differences(sums), out);
    write_column(
        sums, [](const RecordedSum& sum) { return sum.l1_hits; }, out);
    write_column(
        sums, [](const RecordedSum& sum) { return sum.l1_lookups; }, out);
    write_column(
        sums, [](const RecordedSum& sum) { return sum.l2_hits; }, out);
    write_column(
        sums, [](const RecordedSum& sum) { return sum.l2_lookups; }, out);
    return out.take();
}

void decode_sums(ByteReader& in, const SumsHead& head, const PerKind<std::uint64_t>& element_counts,
                 std::vector<RecordedSum>& out) {
    const auto count = static_cast<std::size_t>(head.count());
    if (in.left() != count * encoded_sum_bytes)
        in.fail(fmt::format("expected {} bytes for {} sums, found {}", count * encoded_sum_bytes, count,
                            in.left()));
    const auto kinds = in.raw(count, "kinds of elements");
    const std::vector<std::uint32_t> elements = read_planes(count, in);
    const std::vector<std::uint32_t> l1_hits = read_planes(count, in);
    const std::vector<std::uint32_t> l1_lookups = read_planes(count, in);
    const std::vector<std::uint32_t> l2_hits = read_planes(count, in);
    const std::vector<std::uint32_t> l2_lookups = read_planes(count, in);
    PerKind<std::uint32_t> last;
    PerKind<std::uint32_t> found;
    for (std::size_t i = 0; i < count; ++i) {
        const auto kind = static_cast<std::uint8_t>(kinds[i]);
        if (kind >= element_kinds().size())
            in.fail(
                fmt::format("expected a kind of element below {}, found {}", element_kinds().size(), kind));
        last[kind] += elements[i];
        ++found[kind];
        const RecordedSum sum{
            last[kind],    kind,         std::bit_cast<float>(l1_hits[i]), std::bit_cast<float>(l2_hits[i]),
            l1_lookups[i], l2_lookups[i]};
        if (const std::string complaint = complaint_about(sum, element_counts); !complaint.empty())
            in.fail(complaint);
        out.push_back(sum);
    }
    if (found != head.sums) in.fail(complaint_about_counts(head.sums, found));
}

} // namespace hitmap::hmt
