#include "core/analysis/simt/lane_counter.h"
#include "core/cache/results/source_lines.h"
#include "core/profile/query/time_window.h"
#include "core/trace/elements/position_counter.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Finds the frames of requests from their positions: the number of element accesses before each or, if the
/// recording has none, of requests. Requests behind the last access are in the last frame.
class FrameOfRequest {
public:
    FrameOfRequest(const RecordingInfo& info, std::uint64_t frames)
        : positions_(info.positions()),
          frames_(frames),
          last_(frame_window(positions_, frames, 0).last),
          positions_of_requests_(info) {}

    /// Requests must follow one another.
    std::uint32_t next(const RequestView& block, const RequestBlock::Entry& entry) {
        const std::uint64_t position = positions_of_requests_.next(block, entry);
        while (position >= last_ && frame_ + 1 < frames_)
            last_ = frame_window(positions_, frames_, ++frame_).last;
        return static_cast<std::uint32_t>(frame_);
    }

private:
    std::uint64_t positions_;
    std::uint64_t frames_;
    std::uint64_t frame_ = 0;
    std::uint64_t last_; ///< end of the frame
    PositionCounter positions_of_requests_;
};

/// Counts by a number that each request has once.
class NumberCounter final : public LaneCounter {
public:
    NumberCounter(SimtBy by, const RecordingInfo& info, std::uint64_t frames)
        : by_(by), info_(info), frames_(frames) {
        if (by == SimtBy::frame) frame_.emplace(info, frames);
    }

    void count(const RequestView& block) override {
        for (const auto& entry : block.entries)
            by_number_.at(number_of(block, entry)).add(static_cast<unsigned>(std::popcount(entry.mask)));
    }

    SimtTable finish() override {
        SimtTable table{by_, {}, {}};
        switch (by_) {
        case SimtBy::kernel:
            add_kernels(table);
            break;
        case SimtBy::line:
            add_lines(table);
            break;
        case SimtBy::instruction:
            add_instructions(table);
            break;
        case SimtBy::frame:
            add_frames(table);
            break;
        default:
            by_number_.for_each([&](std::uint32_t number, const LaneHistogram& histogram) {
                table.rows.push_back(simt_row(number, name_of(number), histogram));
            });
        }
        if (table.rows.empty()) table.why_empty = "the recording has no requests";
        return table;
    }

private:
    std::uint32_t number_of(const RequestView& block, const RequestBlock::Entry& entry) {
        switch (by_) {
        case SimtBy::line:
        case SimtBy::instruction:
            return entry.instruction;
        case SimtBy::sm:
            return entry.sm;
        case SimtBy::frame:
            return frame_->next(block, entry);
        default:
            return entry.launch;
        }
    }

    [[nodiscard]] std::string name_of(std::uint32_t number) const {
        return by_ == SimtBy::launch ? fmt::format("{} {}", number, info_.launches[number].kernel)
                                     : fmt::format("{}", number);
    }

    void add_kernels(SimtTable& table) const {
        std::map<std::string_view, std::size_t> rows;
        by_number_.for_each([&](std::uint32_t launch, const LaneHistogram& histogram) {
            const std::string& kernel = info_.launches[launch].kernel;
            const auto [row, is_new] = rows.emplace(kernel, table.rows.size());
            if (is_new) table.rows.push_back({row->second, kernel, {}, LaneHistogram{}});
            *table.rows[row->second].histogram += histogram;
        });
        for (SimtRow& row : table.rows)
            row.sums = row.histogram->sums();
    }

    void add_lines(SimtTable& table) const {
        for (SourceLine& line : source_lines(info_)) {
            LaneHistogram histogram;
            for (const std::uint32_t instruction : line.instructions)
                if (const LaneHistogram* const found = by_number_.find(instruction)) histogram += *found;
            if (histogram.sums().requests == 0) continue;
            table.rows.push_back(simt_row(table.rows.size(), std::move(line.name), histogram));
            table.rows.back().instructions = std::move(line.instructions);
        }
    }

    void add_instructions(SimtTable& table) const {
        std::vector<std::string> names(info_.instructions.size());
        for (const SourceLine& line : source_lines(info_))
            for (const std::uint32_t instruction : line.instructions)
                names[instruction] = fmt::format("{} #{}", line.name, instruction);
        by_number_.for_each([&](std::uint32_t instruction, const LaneHistogram& histogram) {
            table.rows.push_back(simt_row(instruction, std::move(names[instruction]), histogram));
            table.rows.back().instructions = {instruction};
        });
    }

    void add_frames(SimtTable& table) const {
        for (std::uint32_t frame = 0; frame < frames_; ++frame) {
            const LaneHistogram* const found = by_number_.find(frame);
            table.rows.push_back(
                simt_row(frame, fmt::format("{}", frame), found != nullptr ? *found : LaneHistogram{}));
        }
    }

    SimtBy by_;
    const RecordingInfo& info_;
    std::uint64_t frames_;
    std::optional<FrameOfRequest> frame_;
    HistogramsByNumber by_number_;
};

} // namespace

std::unique_ptr<LaneCounter> count_by_number(SimtBy by, const RecordingInfo& info, std::uint64_t frames) {
    return std::make_unique<NumberCounter>(by, info, frames);
}

} // namespace hitmap
