#include "core/trace/hmt/chunks/tag_codec.h"

#include "core/trace/hmt/chunks/scene_columns.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <tuple>

namespace hitmap::hmt {

namespace {

/// Tags are encoded in groups: the tags of one warp that begin at the same request, by rising lane.
enum class TagColumn : std::uint8_t {
    request,
    launch,
    warp,
    lanes,
    work_item,
    sample,
    ray_kind,
    bounce,
    instance
};
constexpr std::size_t tag_columns = 9;

/// Encodes or decodes tags with a coder for each column. The columns of a group rarely match their prediction
/// (`number`), those of a tag mostly do (`sparse`), because lanes take one work item after another.
template <class Coder>
class TagSession {
public:
    explicit TagSession(std::vector<Coder>& columns) : columns_(columns) {}

    /// Codes the part that the tags of a group share: first request, launch, warp, and which lanes have tags.
    std::uint32_t group(LaneTagRun& first, std::uint32_t lanes) {
        constexpr std::int64_t any = std::numeric_limits<std::uint32_t>::max();
        Coder& request = column(TagColumn::request);
        request_ += request.natural(first.first_request.value - request_);
        first.first_request.value = request_;
        launch_ = in_range(column(TagColumn::launch).number(first.launch, launch_), any, TagColumn::launch);
        warp_ = in_range(column(TagColumn::warp).number(first.warp, warp_), any, TagColumn::warp);
        first.launch = static_cast<std::uint32_t>(launch_);
        first.warp = static_cast<std::uint32_t>(warp_);
        lanes_ ^= static_cast<std::uint32_t>(column(TagColumn::lanes).natural(lanes ^ lanes_));
        if (lanes_ == 0) column(TagColumn::lanes).fail("expected a lane, found none");
        return lanes_;
    }

    LaneTag tag(const LaneTag& tag) {
        constexpr std::int64_t any = std::numeric_limits<std::uint32_t>::max();
        LaneTag result;
        result.work_item = static_cast<std::uint32_t>(
            next(TagColumn::work_item, tag.work_item, std::int64_t{last_.work_item} + 1, any));
        result.sample = static_cast<std::uint32_t>(next(TagColumn::sample, tag.sample, last_.sample, any));
        result.ray_kind =
            static_cast<std::uint8_t>(next(TagColumn::ray_kind, tag.ray_kind, last_.ray_kind, 0xff));
        result.bounce = static_cast<std::uint8_t>(next(TagColumn::bounce, tag.bounce, last_.bounce, 0xff));
        result.instance =
            static_cast<std::uint16_t>(next(TagColumn::instance, tag.instance, last_.instance, 0xffff));
        last_ = result;
        return result;
    }

private:
    Coder& column(TagColumn name) { return columns_[static_cast<std::size_t>(name)]; }
    std::int64_t in_range(std::int64_t value, std::int64_t limit, TagColumn name) {
        if (value < 0 || value > limit)
            column(name).fail(fmt::format("expected a number of at most {}, found {}", limit, value));
        return value;
    }
    std::int64_t next(TagColumn name, std::int64_t actual, std::int64_t expected, std::int64_t limit) {
        return in_range(column(name).sparse(actual, expected), limit, name);
    }

    std::vector<Coder>& columns_;
    std::uint64_t request_ = 0;
    std::int64_t launch_ = 0;
    std::int64_t warp_ = 0;
    std::uint32_t lanes_ = 0;
    LaneTag last_;
};

/// The length of the group at the beginning of `runs`, and its lanes.
std::pair<std::size_t, std::uint32_t> front_group(std::span<const LaneTagRun> runs) {
    std::uint32_t lanes = 0;
    std::size_t length = 0;
    for (const LaneTagRun& run : runs) {
        const LaneTagRun& first = runs.front();
        const std::uint32_t bit = 1U << run.lane;
        const bool belongs = run.first_request == first.first_request && run.launch == first.launch &&
                             run.warp == first.warp && bit > lanes;
        if (!belongs) break;
        lanes |= bit;
        ++length;
    }
    return {length, lanes};
}

} // namespace

bool tag_order(const LaneTagRun& a, const LaneTagRun& b) {
    return std::tie(a.launch, a.warp, a.lane, a.first_request) <
           std::tie(b.launch, b.warp, b.lane, b.first_request);
}

Bytes encode_tags(std::span<const LaneTagRun> runs) {
    std::vector<WritingCoder> columns(tag_columns);
    TagSession<WritingCoder> session(columns);
    while (!runs.empty()) {
        const auto [length, lanes] = front_group(runs);
        LaneTagRun first = runs.front();
        session.group(first, lanes);
        for (const LaneTagRun& run : runs.first(length))
            session.tag(run.tag);
        runs = runs.subspan(length);
    }
    ByteWriter out;
    for (WritingCoder& column : columns) {
        column.finish();
        out.varint(column.out.size());
    }
    for (const WritingCoder& column : columns)
        out.raw(column.out.bytes());
    return out.take();
}

void decode_tags(ByteReader& in, std::uint32_t count, std::vector<LaneTagRun>& out) {
    std::array<std::size_t, tag_columns> sizes{};
    for (std::size_t& size : sizes)
        size = in.count("bytes of a column");
    std::vector<ByteReader> readers;
    std::vector<ReadingCoder> columns;
    readers.reserve(tag_columns);
    columns.reserve(tag_columns);
    for (const std::size_t size : sizes)
        columns.emplace_back(readers.emplace_back(in.part(size, "a column")));
    in.expect_end();
    TagSession<ReadingCoder> session(columns);
    for (std::uint32_t left = count; left != 0;) {
        LaneTagRun run;
        const std::uint32_t lanes = session.group(run, 0);
        if (static_cast<std::uint32_t>(std::popcount(lanes)) > left)
            in.fail(fmt::format("expected {} more lane tags, found {}", left, std::popcount(lanes)));
        for (std::uint32_t bits = lanes; bits != 0; bits &= bits - 1, --left) {
            run.lane = static_cast<std::uint8_t>(std::countr_zero(bits));
            run.tag = session.tag({});
            out.push_back(run);
        }
    }
    for (ReadingCoder& column : columns)
        column.finish();
}

} // namespace hitmap::hmt
