#include "core/layout/apply/pixel_runs.h"

#include "core/base/error.h"
#include "core/layout/derive/survey_blocks.h"
#include "core/trace/model/thread_pixel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t no_pixel_yet = ~std::uint32_t{0};
constexpr std::uint64_t most_runs = std::uint64_t{1} << 28; // 8 GiB of tags

struct PixelStore {
    std::uint64_t request;
    std::uint32_t launch;
    std::uint32_t warp;
    std::uint32_t pixel;
    std::uint8_t lane;
};

class Framebuffers {
public:
    explicit Framebuffers(const RecordingLayout& layout) {
        std::uint64_t first = 0;
        for (const BufferLayout& buffer : layout.buffers) {
            if (buffer.role != Role::framebuffer || buffer.space != Space::global) continue;
            if (buffer.element_count() == 0) continue;
            buffers_.push_back({&buffer, first});
            first += buffer.element_count();
        }
        if (first >= no_pixel_yet)
            throw Error(fmt::format("expected less than 2^32 - 1 pixels, found {}", first));
    }
    [[nodiscard]] std::uint32_t pixel(std::uint64_t address) const {
        for (const auto& [buffer, first] : buffers_) {
            if (address < buffer->address) continue;
            const std::uint64_t element = (address - buffer->address) / buffer->stride;
            if (element < buffer->element_count()) return static_cast<std::uint32_t>(first + element);
        }
        return no_pixel_yet;
    }

private:
    std::vector<std::pair<const BufferLayout*, std::uint64_t>> buffers_;
};

/// Turns stores, which come in order, into runs.
class RunsOfStores {
public:
    explicit RunsOfStores(const std::vector<Launch>& launches) : launches_(launches) {}

    void add(const PixelStore& store) {
        Lane& lane = lanes_[{store.launch, store.warp}][store.lane];
        if (lane.pixel != store.pixel) {
            LaneTagRun run;
            run.first_request.value = lane.pixel == no_pixel_yet ? launches_[store.launch].first_request.value
                                                                 : lane.last_store + 1;
            run.launch = store.launch;
            run.warp = store.warp;
            run.lane = store.lane;
            run.tag.work_item = store.pixel;
            if (runs_.size() == most_runs)
                throw Error(fmt::format("expected at most {} pixels of lanes, found more", most_runs));
            runs_.push_back(run);
            lane.pixel = store.pixel;
        }
        lane.last_store = store.request;
    }
    [[nodiscard]] std::vector<LaneTagRun> take() { return std::move(runs_); }

private:
    struct Lane {
        std::uint32_t pixel = no_pixel_yet;
        std::uint64_t last_store = 0;
    };
    const std::vector<Launch>& launches_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<Lane, warp_size>>
        lanes_; ///< by launch, warp
    std::vector<LaneTagRun> runs_;
};

std::vector<LaneTagRun> runs_of_writes(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                       const JobContext& job) {
    job.begin("finding the pixels of lanes", file.info().requests, "requests");
    const Framebuffers framebuffers(layout);
    RunsOfStores runs(file.info().launches);
    const auto examine = [&](const RequestBlock& block, std::vector<PixelStore>& stores) {
        std::uint64_t request = block.first_request.value;
        for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
            const std::uint64_t number = request++;
            const Instruction& instruction = file.info().instructions[entry.instruction];
            if (instruction.operation == Operation::load || instruction.space != Space::global) return;
            std::uint32_t mask = entry.mask;
            for (const std::uint64_t address : addresses) {
                const auto lane = static_cast<std::uint8_t>(std::countr_zero(mask));
                mask &= mask - 1;
                const std::uint32_t pixel = framebuffers.pixel(address);
                if (pixel == no_pixel_yet) continue;
                stores.push_back({number, entry.launch, entry.warp, pixel, lane});
            }
        });
    };
    survey_blocks<std::vector<PixelStore>>(file, pool, job, examine,
                                           [&](const std::vector<PixelStore>& stores) {
                                               for (const PixelStore& store : stores)
                                                   runs.add(store);
                                           });
    return runs.take();
}

std::vector<LaneTagRun> runs_of_launches(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                         const JobContext& job) {
    job.begin("finding the pixels of lanes", file.info().requests, "requests");
    using Warps = std::map<std::pair<std::uint32_t, std::uint32_t>, bool>; // by launch and warp
    Warps warps;
    const auto examine = [&](const RequestBlock& block, Warps& found) {
        for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto /*addresses*/) {
            found.try_emplace({entry.launch, entry.warp}, true);
        });
    };
    survey_blocks<Warps>(file, pool, job, examine, [&](Warps&& found) { warps.merge(found); });
    const ThreadOrder order = layout.pixels == PixelOrder::grid ? ThreadOrder::grid : ThreadOrder::threads;
    const unsigned lanes = file.info().device.warp_size;
    std::vector<LaneTagRun> runs;
    for (const auto& [warp, unused] : warps) {
        const Launch& launch = file.info().launches[warp.first];
        for (unsigned lane = 0; lane < lanes; ++lane) {
            const auto pixel =
                pixel_of_thread(launch, warp.second, lane, lanes, order, layout.width, layout.height);
            if (!pixel) continue;
            LaneTagRun& run = runs.emplace_back();
            run.first_request = launch.first_request;
            run.launch = warp.first;
            run.warp = warp.second;
            run.lane = static_cast<std::uint8_t>(lane);
            run.tag.work_item = *pixel;
        }
    }
    return runs;
}

} // namespace

std::vector<LaneTagRun> pixel_runs(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                   const JobContext& job) {
    std::vector<LaneTagRun> runs;
    switch (layout.pixels) {
    case PixelOrder::recorded:
        break;
    case PixelOrder::writes:
        runs = runs_of_writes(file, layout, pool, job);
        break;
    case PixelOrder::grid:
    case PixelOrder::threads:
        runs = runs_of_launches(file, layout, pool, job);
        break;
    }
    std::sort(runs.begin(), runs.end(), [](const LaneTagRun& a, const LaneTagRun& b) {
        return std::tuple(a.first_request, a.launch, a.warp, a.lane) <
               std::tuple(b.first_request, b.launch, b.warp, b.lane);
    });
    return runs;
}

} // namespace hitmap
