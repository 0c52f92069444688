#include "core/trace/formats/text/memory_tracker.h"

#include "core/base/error.h"
#include "core/trace/import/address_window.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/import/lane_joiner.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/line_tolerance.h"
#include "core/trace/import/text_fields.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

using Triple = std::array<std::uint32_t, 3>;
/// The most threads that a block can have along each axis.
constexpr Triple most_threads{1024, 1024, 64};

struct TrackedLaunch {
    std::string_view kernel; ///< refers to the piece
};
/// The number of accesses that the tool says that it prints for a launch.
struct TrackedCount {
    std::uint64_t accesses = 0;
};
struct TrackedAccess {
    Triple thread{};
    std::uint64_t address = 0;
    Instruction instruction;
    bool unknown = false; ///< the tool does not know whether it reads or writes
};
struct TrackerPiece {
    std::vector<std::variant<TrackedLaunch, TrackedCount, TrackedAccess>> events;
    LineCounts lines;
};

/// Removes the first of several words from the text and returns its index; their number if none is there.
template <std::size_t count>
std::size_t take_one_of(std::string_view& text, const std::array<std::string_view, count>& words) {
    std::size_t i = 0;
    while (i < count && !take(text, words[i]))
        ++i;
    return i;
}

class TrackerParser {
public:
    explicit TrackerParser(const LinePiece& piece) : rest_(piece.text), line_(piece.first_line) {}

    TrackerPiece parse() {
        for (; !rest_.empty(); ++line_)
            add(take_line(rest_));
        return std::move(piece_);
    }

private:
    void add(std::string_view line) {
        std::string_view text = line;
        skip_blanks(text);
        if (take(text, "Kernel Launch: ")) {
            piece_.events.emplace_back(TrackedLaunch{text});
        } else if (take(text, "Memory accesses: ")) {
            TrackedCount count;
            if (!take_decimal(text, count.accesses)) return piece_.lines.broken.add(line_, line);
            piece_.events.emplace_back(count);
        } else if (text.starts_with('[') && text.find(" access of ") != std::string_view::npos) {
            TrackedAccess access;
            if (!take_access(text, access)) return piece_.lines.broken.add(line_, line);
            piece_.events.emplace_back(access);
        } else {
            if (!text.empty()) piece_.lines.other.add(line_, line);
            return;
        }
        ++piece_.lines.read;
    }
    /// Parses "[0] Read access of global memory by thread (1,0,0) at address 0x7ffe (size is 4 bytes)".
    static bool take_access(std::string_view& text, TrackedAccess& access) {
        static constexpr std::array<std::string_view, 4> kinds{"Read", "Write", "Atomic", "Unknown"};
        static constexpr std::array<std::string_view, 3> spaces{"global", "local", "shared"};
        std::uint64_t number = 0;
        if (!take(text, "[") || !take_decimal(text, number) || !take(text, "] ")) return false;
        const std::size_t kind = take_one_of(text, kinds);
        if (kind == kinds.size() || !take(text, " access of ")) return false;
        const std::size_t space = take_one_of(text, spaces);
        if (space == spaces.size() || !take(text, " memory by thread (")) return false;
        for (std::size_t axis = 0; axis < access.thread.size(); ++axis)
            if ((axis != 0 && !take(text, ",")) ||
                !take_decimal(text, access.thread[axis], most_threads[axis] - 1))
                return false;
        Instruction& instruction = access.instruction;
        if (!take(text, ") at address 0x") || !take_hex(text, access.address) || !take(text, " (size is ") ||
            !take_decimal(text, instruction.bytes_per_lane, RecordingLimits::bytes_per_lane) ||
            instruction.bytes_per_lane == 0 || !take(text, " bytes)") || !text.empty())
            return false;
        instruction.operation = kind == 1   ? Operation::store
                                : kind == 2 ? Operation::atomic
                                            : Operation::load;
        instruction.space = static_cast<Space>(space);
        access.unknown = kind == 3;
        return true;
    }

    std::string_view rest_;
    std::uint64_t line_;
    TrackerPiece piece_;
};

template <class Consume>
void for_each_tracker_piece(const ByteSource& file, ThreadPool& pool, const JobContext& job,
                            const Consume& consume) {
    const auto input = open_input(file, job);
    for_each_piece(
        *input, pool, job, [](const LinePiece& piece) { return TrackerParser(piece).parse(); }, consume);
}

/// What the accesses of a launch show.
struct LaunchShape {
    Triple block{1, 1, 1}; ///< as large as the numbers of threads
    AddressWindow local;
};

/// Reads a file once and returns the shape of each launch.
std::vector<LaunchShape> find_shapes(const ByteSource& file, ThreadPool& pool, const JobContext& job) {
    std::vector<LaunchShape> shapes;
    for_each_tracker_piece(file, pool, job, [&](const TrackerPiece& piece) {
        for (const auto& event : piece.events) {
            const auto* const access = std::get_if<TrackedAccess>(&event);
            if (std::holds_alternative<TrackedLaunch>(event) || (access != nullptr && shapes.empty()))
                shapes.emplace_back();
            if (shapes.size() > RecordingLimits::launches)
                throw FileError(
                    file.name(), "",
                    fmt::format("expected at most {} launches, found another", RecordingLimits::launches));
            if (access == nullptr) continue;
            LaunchShape& shape = shapes.back();
            for (std::size_t axis = 0; axis < shape.block.size(); ++axis)
                shape.block[axis] = std::max(shape.block[axis], access->thread[axis] + 1);
            if (access->instruction.space == Space::local)
                shape.local.add(access->address, access->instruction.bytes_per_lane);
        }
    });
    return shapes;
}

/// Writes the events of a text to a sink. Consecutive accesses of rising lanes of a warp are one request.
class TrackerImport {
public:
    TrackerImport(const std::string& file, const std::vector<LaunchShape>& shapes, RecordingSink& sink,
                  const ImportContext& context)
        : file_(file),
          shapes_(shapes),
          sink_(sink),
          joiner_(sink),
          warnings_(context.warnings),
          balance_(context.balance),
          lines_(file),
          instructions_(sink, context.warnings) {
        balance_.begin(AccessBalance::Unit::lane_access);
    }

    void add(const TrackerPiece& piece) {
        lines_.add(piece.lines);
        for (const auto& event : piece.events) {
            if (const auto* const launch = std::get_if<TrackedLaunch>(&event)) {
                begin_launch(std::string(launch->kernel));
            } else if (const auto* const count = std::get_if<TrackedCount>(&event)) {
                announced_ = count->accesses;
            } else {
                add(std::get<TrackedAccess>(event));
            }
        }
    }
    FinalTables finish() {
        end_launch();
        lines_.finish(warnings_);
        if (added_ == 0) throw FileError(file_, "", "expected accesses of a kernel, found none");
        return {{"not known", 1, slots_}, {}, std::move(launches_)};
    }

private:
    void begin_launch(std::string kernel) {
        end_launch();
        Launch launch;
        launch.kernel = std::move(kernel);
        const LaunchShape& shape = shapes_[launches_.size()];
        launch.block = shape.block;
        launch.local_bytes = shape.local.bytes();
        warnings_.count(wide_windows, shape.local.is_too_wide() ? 1 : 0);
        sink_.begin_launch(launch);
        launches_.push_back(std::move(launch));
    }
    void end_launch() {
        joiner_.end();
        if (announced_ > in_launch_)
            warnings_.count("accesses that the file counts but does not have", announced_ - in_launch_);
        announced_ = 0;
        in_launch_ = 0;
    }
    void add(const TrackedAccess& access) {
        if (launches_.empty()) begin_launch("not known");
        if (access.unknown) warnings_.count("accesses that may be loads or stores, counted as loads");
        ++in_launch_;
        ++added_;
        balance_.read();
        const Triple& block = launches_.back().block;
        const std::uint32_t thread =
            (access.thread[2] * block[1] + access.thread[1]) * block[0] + access.thread[0];
        const std::uint32_t warp = thread / warp_size;
        const std::uint32_t lane = thread % warp_size;
        const Instruction& made = access.instruction;
        const std::uint32_t instruction = instructions_.index_of(
            std::uint32_t{made.bytes_per_lane} << 8U | static_cast<std::uint32_t>(made.operation) << 4U |
                static_cast<std::uint32_t>(made.space),
            [&] { return made; });
        const Request& last = joiner_.request();
        if (!joiner_.takes(lane) || last.warp != warp || last.instruction != instruction) {
            Request request;
            request.launch = static_cast<std::uint32_t>(launches_.size() - 1);
            request.warp = warp;
            request.slot = warp % RecordingLimits::warp_slots_per_sm;
            request.instruction = instruction;
            slots_ = std::max(slots_, request.slot + 1);
            joiner_.begin(request);
        }
        const AddressWindow& local = shapes_[launches_.size() - 1].local;
        joiner_.add(lane, made.space == Space::local ? local.offset(access.address) : access.address);
    }

    const std::string& file_;
    const std::vector<LaunchShape>& shapes_; ///< [launches]
    RecordingSink& sink_;
    LaneJoiner joiner_;
    ImportWarnings& warnings_;
    AccessBalance& balance_;
    LineTolerance lines_;
    InstructionTable<std::uint32_t> instructions_;
    std::vector<Launch> launches_;
    std::uint64_t announced_ = 0;
    std::uint64_t in_launch_ = 0;
    std::uint64_t added_ = 0;
    std::uint32_t slots_ = 0;
};

} // namespace

bool MemoryTrackerFormat::recognises(std::string_view start) const {
    const LinePiece piece = complete_lines(start);
    const auto events = TrackerParser(piece).parse().events;
    return std::ranges::any_of(
        events, [](const auto& event) { return !std::holds_alternative<TrackedLaunch>(event); });
}

FinalTables MemoryTrackerFormat::read(const ImportFiles& files, RecordingSink& sink,
                                      const ImportContext& context) const {
    const ByteSource& file = *files.files.front();
    context.job.begin("looking for the sizes of blocks", file.size(), "bytes");
    const std::vector<LaunchShape> shapes = find_shapes(file, context.pool, context.job);
    context.job.begin("reading " + file.name(), file.size(), "bytes");
    RecordingInfo info = imported_info(*this, file.name());
    info.origins = {{"sm", Origin::assumed},
                    {"warp", Origin::derived},
                    {"order", Origin::recorded},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::derived}};
    sink.begin(info, nullptr);
    TrackerImport import(file.name(), shapes, sink, context);
    for_each_tracker_piece(file, context.pool, context.job,
                           [&](const TrackerPiece& piece) { import.add(piece); });
    return import.finish();
}

} // namespace hitmap
