// Thread blocks that are dealt to other SMs run as the simulated device would run them.
#include "core/base/error.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/estimates.h"
#include "tests/relayout/made_recording.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HmtFile dealt(const HmtFile& file, std::uint32_t sms) {
    ThreadPool pool(1);
    HmtFile result = dealt_file(file, sms, any_memory, pool);
    result.validate(pool);
    return result;
}

/// The launches, requests, events and lane tags of a recording, a line each.
std::vector<std::string> stream_of(const HmtFile& file) {
    std::vector<std::string> lines;
    std::istringstream text(recording_text(file));
    for (std::string line; std::getline(text, line);)
        for (const char* const begin : {"launch '", "request: ", "event before ", "rays ", "  ray ",
                                        "  triangle ", "  box ", "tag from "})
            if (line.starts_with(begin)) lines.push_back(line);
    return lines;
}

struct TracedCase {
    Kernel kernel;
    simt::Scheduler scheduler;
    const char* rays;
};

TraceOptions traced_options(const TracedCase& each, std::uint32_t sms) {
    TraceOptions options;
    options.width = 24;
    options.height = 16;
    options.sm_count = sms;
    options.warps_per_sm = 4;
    options.kernel = each.kernel;
    options.scheduler = each.scheduler;
    options.records_blocks = true;
    trace_option("rays").set(options, each.rays);
    return options;
}

/// Adds ray events before some requests of a recording, which tell them apart: of rays, hits or misses.
class WithRays final : public RecordingSink {
public:
    explicit WithRays(RecordingSink& out) : out_(out) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        RecordingInfo with = info;
        for (const RayEventKind kind : places_)
            with.ray_places.push_back({kind, "compute", {}});
        out_.begin(with, scene);
    }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override {
        if (request.instruction % 3 == 0) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(request.mask));
            const auto place = static_cast<std::uint32_t>(request.address[lane] / 4 % 3);
            const RayEventKind kind = places_[place];
            Ray ray;
            ray.origin.x = std::bit_cast<float>(~request.mask);
            ray.structure = request.address[lane];
            const RayHit hit{HitShape::box, request.warp, 1, static_cast<std::uint32_t>(ray.structure), 0.5F};
            std::vector<Ray> rays;
            std::vector<RayHit> hits;
            for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1, ++ray.flags) {
                if (has_rays(kind)) rays.push_back(ray);
                if (has_hits(kind)) hits.push_back(hit);
            }
            out_.trace_rays(
                {{}, request.launch, request.sm, request.warp, request.slot, place, request.mask, kind},
                {rays, hits});
        }
        out_.add(request);
    }
    void tag(const LaneTagRun& run) override { out_.tag(run); }
    void execute(const BlockExecution& event) override { out_.execute(event); }
    void finish() override { out_.finish(); }

private:
    static constexpr std::array places_{RayEventKind::traced, RayEventKind::committed, RayEventKind::missed};
    RecordingSink& out_;
};

HmtFile traced_recording(const Scene& scene, const TraceOptions& options) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    const auto file = write_hmt(create_memory(bytes), {}, &pool);
    WithRays out(*file);
    trace_scene(scene, options, out, pool);
    return HmtFile(open_memory(std::move(bytes), "traced.hmt"));
}

TEST(DealtBlocks, OnAsManySmsAreTheTrace) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    for (const TracedCase& each : {TracedCase{Kernel::while_while, simt::Scheduler::round_robin, "shadow"},
                                   TracedCase{Kernel::while_while, simt::Scheduler::greedy, "primary"},
                                   TracedCase{Kernel::pixel, simt::Scheduler::round_robin, "primary"},
                                   TracedCase{Kernel::pixel, simt::Scheduler::greedy, "shadow"}}) {
        SCOPED_TRACE(fmt::format("kernel {}, scheduler {}, {}", static_cast<int>(each.kernel),
                                 static_cast<int>(each.scheduler), each.rays));
        const HmtFile file = traced_recording(scene, traced_options(each, 2));
        EXPECT_EQ(stream_of(dealt(file, 2)), stream_of(file));
    }
}

TEST(DealtBlocks, OfOneThreadForEachPixelAreATraceWithThatManySms) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    for (const simt::Scheduler scheduler : {simt::Scheduler::round_robin, simt::Scheduler::greedy})
        for (const auto& [from, to] : {std::pair(2U, 3U), std::pair(3U, 1U)}) {
            SCOPED_TRACE(fmt::format("scheduler {}, {} to {} SMs", static_cast<int>(scheduler), from, to));
            const auto options = [&, scheduler = scheduler](std::uint32_t sms) {
                TraceOptions made = traced_options({Kernel::pixel, scheduler, "primary"}, sms);
                made.warps_per_sm = 1; // blocks of one warp
                return made;
            };
            const HmtFile result = dealt(traced_recording(scene, options(from)), to);
            EXPECT_EQ(stream_of(result), stream_of(traced_recording(scene, options(to))));
            EXPECT_EQ(result.info().device.sm_count, to);
            EXPECT_THAT(estimate_reasons(result.info()), IsEmpty());
            EXPECT_EQ(origin_of(result.info(), "order"), Origin::derived);
        }
}

TEST(DealtBlocks, OfSeveralWarpsHaveTheRequestsOfThatTraceInAnotherOrder) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    const TracedCase each{Kernel::pixel, simt::Scheduler::round_robin, "primary"};
    const auto sorted_requests = [](const HmtFile& file) {
        std::vector<std::string> lines;
        for (const std::string& line : stream_of(file))
            if (line.starts_with("request: ")) lines.push_back(line);
        std::ranges::sort(lines);
        return lines;
    };
    const HmtFile result = dealt(traced_recording(scene, traced_options(each, 2)), 3);
    EXPECT_EQ(sorted_requests(result), sorted_requests(traced_recording(scene, traced_options(each, 3))));
    EXPECT_THAT(estimate_reasons(result.info()),
                ElementsAre("by dealing the blocks again: the warps of a block take turns as they did on 2 "
                            "SMs"));
}

TEST(DealtBlocks, OfPersistentThreadsAreAnEstimate) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    const TracedCase each{Kernel::if_if, simt::Scheduler::round_robin, "primary"};
    const HmtFile result = dealt(traced_recording(scene, traced_options(each, 2)), 3);
    EXPECT_THAT(estimate_reasons(result.info()),
                ElementsAre("by dealing the blocks again: each warp keeps the pixels that it took on 2 SMs"));
    EXPECT_THAT(recording_text(result), HasSubstr("option 'deal-blocks' = '3 SMs, recorded on 2'\n"));
    const HmtFile again = dealt(result, 5);
    EXPECT_THAT(recording_text(again), HasSubstr("option 'deal-blocks' = '5 SMs, recorded on 2'\n"));
    EXPECT_EQ(estimate_reasons(again.info()), estimate_reasons(result.info()));
    EXPECT_EQ(recorded_sms(again.info()), 2U);
}

// The rest compares with a plain loop over SMs and slots.

constexpr std::uint32_t made_warps = 2; ///< of a block
constexpr std::uint32_t made_slots = 5; ///< of an SM, of which one is never used
constexpr std::uint32_t made_sms = 2;

/// The requests of a recording as (launch, warp, number of the request), which its address tells.
struct MadeRequest {
    std::uint32_t launch = 0;
    std::uint32_t warp = 0;
    std::uint64_t number = 0;
    friend bool operator==(const MadeRequest&, const MadeRequest&) = default;
};
struct PlacedRequest {
    MadeRequest request;
    std::uint32_t sm = 0;
    std::uint32_t slot = 0;
    friend bool operator==(const PlacedRequest&, const PlacedRequest&) = default;
};
std::ostream& operator<<(std::ostream& out, const PlacedRequest& placed) {
    return out << fmt::format("launch {} warp {} request {} on SM {} slot {}", placed.request.launch,
                              placed.request.warp, placed.request.number, placed.sm, placed.slot);
}

/// [launches] random requests, in an order in which any warp may be next.
std::vector<std::vector<MadeRequest>> random_launches(unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::vector<MadeRequest>> launches(2);
    std::uint64_t number = 0;
    for (std::uint32_t launch = 0; launch < launches.size(); ++launch) {
        const auto warps = static_cast<std::uint32_t>(made_warps * (1 + random() % 9));
        const auto requests = static_cast<std::uint32_t>(random() % 60);
        for (std::uint32_t i = 0; i < requests; ++i)
            launches[launch].push_back({launch, static_cast<std::uint32_t>(random() % warps), number++});
    }
    return launches;
}

HmtFile made_recording(const std::vector<std::vector<MadeRequest>>& launches) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.device = {"GPU", made_sms, made_slots};
    info.allocations = {test::buffer("numbers", 0x1000, 0x10000, 4, 4)};
    info.instructions.resize(2);
    for (Instruction& instruction : info.instructions)
        instruction.bytes_per_lane = 4;
    sink->begin(info, nullptr);
    for (const auto& requests : launches) {
        sink->begin_launch({"kernel", {9, 1, 1}, {made_warps * warp_size, 1, 1}, 0, 0, {}});
        for (const MadeRequest& made : requests) {
            Request request;
            request.launch = made.launch;
            request.warp = made.warp;
            request.sm = made.warp % made_sms;
            request.slot = made.warp % made_warps;
            request.instruction = made.warp % 2;
            request.mask = 1;
            request.address[0] = 0x1000 + made.number * 4;
            sink->tag({{}, made.launch, made.warp, 0, {static_cast<std::uint32_t>(made.number), 0, 0, 0, 0}});
            sink->add(request);
        }
    }
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "made.hmt"));
}

std::vector<PlacedRequest> placed_requests(const HmtFile& file) {
    std::vector<PlacedRequest> placed;
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const RequestBlock::Entry& entry : block.entries)
            placed.push_back({{entry.launch, entry.warp, (block.addresses_of(entry)[0] - 0x1000) / 4},
                              entry.sm,
                              entry.slot});
    }
    return placed;
}

/// A launch on a device, by the rule as docs/simt.md says it: slot after slot, and in a turn of a warp the
/// next request of its block.
std::vector<PlacedRequest> plainly_dealt(const std::vector<MadeRequest>& launch, std::uint32_t sms) {
    struct Resident {
        std::vector<MadeRequest> left;    ///< of the block
        std::vector<std::uint64_t> turns; ///< [warps]
        std::vector<bool> here;           ///< [warps]
    };
    std::map<std::uint32_t, Resident> waiting; // by block
    for (const MadeRequest& request : launch) {
        Resident& block = waiting[request.warp / made_warps];
        block.turns.resize(made_warps);
        block.here.assign(made_warps, true);
        block.left.push_back(request);
        ++block.turns[request.warp % made_warps];
    }
    constexpr std::uint32_t places = made_slots / made_warps;
    std::vector<std::vector<std::optional<Resident>>> device(sms,
                                                             std::vector<std::optional<Resident>>(places));
    const auto take = [&](std::optional<Resident>& place) {
        place.reset();
        if (waiting.empty()) return false;
        place = std::move(waiting.begin()->second);
        waiting.erase(waiting.begin());
        return true;
    };
    for (std::uint32_t place = 0; place < places; ++place)
        for (auto& sm : device)
            take(sm[place]);
    std::vector<std::uint32_t> next(sms, 0);
    std::vector<PlacedRequest> done;
    while (done.size() < launch.size())
        for (std::uint32_t sm = 0; sm < sms; ++sm)
            for (std::uint32_t tried = 0; tried < places * made_warps;) {
                const std::uint32_t slot = next[sm];
                std::optional<Resident>& place = device[sm][slot / made_warps];
                const std::uint32_t warp = slot % made_warps;
                bool executed = false;
                if (place && place->here[warp]) {
                    if (place->turns[warp] != 0) {
                        --place->turns[warp];
                        const MadeRequest request = place->left.front();
                        place->left.erase(place->left.begin());
                        done.push_back({request, sm, slot - warp + request.warp % made_warps});
                        executed = true;
                    } else {
                        place->here[warp] = false;
                        if (std::ranges::count(place->here, true) == 0 && take(place)) {
                            tried = 0;
                            continue;
                        }
                    }
                }
                next[sm] = (slot + 1) % (places * made_warps);
                if (executed) break;
                ++tried;
            }
    return done;
}

TEST(DealtBlocks, EqualAPlainLoop) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const auto launches = random_launches(seed);
        const HmtFile file = made_recording(launches);
        for (const std::uint32_t sms : {1U, 2U, 3U, 7U}) {
            SCOPED_TRACE(fmt::format("seed {}, {} SMs", seed, sms));
            std::vector<PlacedRequest> expected;
            for (const auto& launch : launches)
                std::ranges::copy(plainly_dealt(launch, sms), std::back_inserter(expected));
            const HmtFile result = dealt(file, sms);
            ASSERT_EQ(placed_requests(result), expected);
            // A lane keeps its tags: each begins at the request that it was recorded with.
            for (const LaneTagRun& run : result.read_lane_tags())
                EXPECT_EQ(expected.at(run.first_request.value).request.number, run.tag.work_item);
        }
    }
}

TEST(DealtBlocks, KeepTheOrderInsideABlock) {
    const auto launches = random_launches(3);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> last; // by launch and block
    for (const PlacedRequest& placed : placed_requests(dealt(made_recording(launches), 5))) {
        const MadeRequest& request = placed.request;
        const auto [found, is_first] =
            last.try_emplace(std::pair(request.launch, request.warp / made_warps), request.number);
        if (!is_first) {
            EXPECT_LT(found->second, request.number);
        }
        found->second = request.number;
    }
}

TEST(DealtBlocks, AreAssumedForOtherPrograms) {
    const HmtFile result = dealt(made_recording(random_launches(1)), 4);
    EXPECT_THAT(estimate_reasons(result.info()),
                ElementsAre("by dealing the blocks again: in which order the SMs run their blocks and "
                            "requests is assumed"));
    EXPECT_EQ(origin_of(result.info(), "sm"), Origin::assumed);
    EXPECT_EQ(result.info().device.name, "GPU, blocks dealt to 4 SMs");
}

/// What dealing the blocks of a recording with one buffer and such blocks is refused with.
std::string dealing_refusal(const Allocation& allocation, std::uint32_t threads) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.device = {"GPU", 1, 1};
    info.allocations = {allocation};
    info.instructions.emplace_back().bytes_per_lane = 4;
    sink->begin(info, nullptr);
    sink->begin_launch({"kernel", {1, 1, 1}, {threads, 1, 1}, 0, 0, {}});
    for (std::uint64_t i = 0; i < 4; ++i)
        sink->add({0, 0, 0, 0, 0, 1, {0x1000 + i * 4}});
    sink->finish();
    const HmtFile file(open_memory(std::move(bytes), "made.hmt"));
    try {
        (void)dealt(file, 2);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(DealtBlocks, AreRefusedWhereTheOrderDecidesMore) {
    Allocation short_lived = test::buffer("scratch", 0x1000, 64, 4, 4);
    EXPECT_EQ(dealing_refusal(short_lived, 32), "");
    short_lived.last_request = RequestIndex(3);
    EXPECT_THAT(dealing_refusal(short_lived, 32), HasSubstr("scratch begins or ends while a launch runs"));
    EXPECT_THAT(dealing_refusal(test::buffer("scratch", 0x1000, 64, 4, 4), 1U << 20),
                HasSubstr("expected thread blocks of at most 1024 warps"));
}

} // namespace
} // namespace hitmap
