#include "core/trace/hmt/file/sums_index.h"

#include "core/base/error.h"
#include "core/trace/hmt/chunks/sums_codec.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap::hmt {

void SumsIndex::add(const ByteSource& source, const ChunkEntry& entry, std::size_t launches) {
    const BytesPlace place = entry.place(source.name());
    ByteReader in(entry.head, place);
    const SumsHead head = decode_sums_head(in);
    const bool continues = !frames_.empty() && head.frame + 1 == frames_.size();
    if (!continues && head.frame != frames_.size())
        in.fail(fmt::format("expected frame {}, found {}", frames_.size(), head.frame));
    if (frames_.size() == RecordingLimits::recorded_frames && !continues)
        in.fail(fmt::format("expected at most {} frames, found another", RecordingLimits::recorded_frames));
    const std::uint32_t least = frames_.empty() ? 0 : frames_.back().launch;
    const std::uint32_t most = continues ? least : static_cast<std::uint32_t>(launches) - 1;
    if (launches == 0 || head.launch < least || head.launch > most)
        in.fail(fmt::format("expected a launch from {} on of {}, found {}", least, launches, head.launch));
    if (!continues) {
        frames_.push_back({head.launch, 0});
        first_chunk_.push_back(chunks_.size());
        ++summary_.frames;
    }
    add(entry, head.sums);
}

/// Adds a chunk to the last frame.
void SumsIndex::add(const ChunkEntry& entry, const PerKind<std::uint32_t>& sums) {
    chunks_.push_back({&entry, sums});
    for (std::size_t kind = 0; kind < sums.size(); ++kind) {
        frames_.back().sums += sums[kind];
        summary_.sums[kind] += sums[kind];
    }
}

SumsIndex SumsIndex::part(std::size_t first, std::size_t last) const {
    SumsIndex part;
    for (std::size_t frame = first; frame < last; ++frame) {
        part.frames_.push_back({frames_[frame].launch, 0});
        part.first_chunk_.push_back(part.chunks_.size());
        ++part.summary_.frames;
        for (std::size_t i = first_chunk_[frame]; i < end_of(frame); ++i)
            part.add(*chunks_[i].entry, chunks_[i].sums);
    }
    return part;
}

void SumsIndex::read(const ByteSource& source, std::uint64_t frame, const RecordingInfo& info,
                     std::vector<RecordedSum>& out) const {
    out.clear();
    const ElementAccessFinder finder(info);
    PerKind<std::uint64_t> element_counts;
    for (ElementKindId kind = 0; kind < element_counts.size(); ++kind)
        element_counts[kind] = finder.element_count(kind);
    for (std::size_t i = first_chunk_.at(frame); i < end_of(frame); ++i) {
        const ChunkEntry& entry = *chunks_[i].entry;
        const BytesPlace place = entry.place(source.name());
        ByteReader head(entry.head, place);
        const ChunkBody body = read_chunk(source, entry);
        ByteReader in(body.bytes(), place);
        decode_sums(in, decode_sums_head(head), element_counts, out);
    }
}

void SumsIndex::check_distinct(const ByteSource& source, const RecordingInfo& info,
                               const JobContext& job) const {
    std::vector<RecordedSum> sums;
    const auto key = [](const RecordedSum& sum) { return std::pair(sum.kind, sum.element); };
    for (std::uint64_t frame = 0; frame < frames_.size(); ++frame) {
        job.check();
        read(source, frame, info, sums);
        std::ranges::sort(sums, {}, key);
        const auto twice = std::ranges::adjacent_find(sums, {}, key);
        if (twice != sums.end())
            throw FileError(source.name(), fmt::format("frame {}", frame),
                            fmt::format("expected one sum for each element, found two for {} {}",
                                        element_kinds()[twice->kind].name, twice->element));
    }
}

} // namespace hitmap::hmt
