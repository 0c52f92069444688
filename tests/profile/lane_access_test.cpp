#include "core/cache/results/request_levels.h"
#include "core/profile/elements/access_results.h"
#include "core/profile/elements/access_search.h"
#include "core/profile/elements/requests_by_sm.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/element_access.h"
#include "tests/cache/random_requests.h"
#include "tests/cache/text_recording.h"
#include "tests/profile/tags_of_lanes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t served_pixels = 12;

/// A recording of random requests and tags in small blocks, in memory.
class RandomRecording {
public:
    explicit RandomRecording(unsigned seed) : random(seed, 500), tags_(tags_of_lanes()), file_(written()) {}

    [[nodiscard]] const HmtFile& file() const { return file_; }
    /// In the order of files.
    [[nodiscard]] const std::vector<LaneTagRun>& tags() const { return tags_; }
    [[nodiscard]] LaneRuns runs() const { return {file_.read_lane_tags(), file_.launch_requests()}; }

    RandomRequests random;

private:
    std::vector<LaneTagRun> tags_of_lanes() {
        std::vector<LaneTagRun> tags;
        for (std::uint64_t request = 0; request < random.requests.size(); ++request) {
            Request& each = random.requests[request];
            each.launch = static_cast<std::uint32_t>(request / 200);
            if (random.pick(3) != 0) continue;
            LaneTag tag;
            tag.work_item = random.pick(served_pixels);
            tag.ray_kind = static_cast<std::uint8_t>(random.pick(3));
            tags.push_back(test::tag_run(request, each.launch, each.warp, random.pick(warp_size), tag));
        }
        return tags;
    }
    HmtFile written() {
        RecordingInfo info = random.info;
        info.launches.clear();
        std::vector<std::byte> bytes;
        HmtWriteOptions options;
        options.block_requests = 37;
        const auto sink = write_hmt(create_memory(bytes), options);
        sink->begin(info, nullptr);
        auto tag = tags_.begin();
        for (std::uint64_t request = 0; request < random.requests.size(); ++request) {
            if (request % 200 == 0) sink->begin_launch({});
            for (; tag != tags_.end() && tag->first_request.value == request; ++tag)
                sink->tag(*tag);
            sink->add(random.requests[request]);
        }
        sink->finish();
        return HmtFile(open_memory(std::move(bytes), "random.hmt"));
    }

    std::vector<LaneTagRun> tags_;
    HmtFile file_;
};

std::string text_of(const LaneAccess& access) {
    std::string text = fmt::format("request {} lane {} at {:#x} of {:#x}", access.request, access.lane,
                                   access.address, access.mask);
    if (access.tag) text += fmt::format(" for {}:{}", access.tag->work_item, access.tag->ray_kind);
    if (access.allocation) text += fmt::format(" in {}", *access.allocation);
    if (access.element)
        text += fmt::format(" element {}:{} at {}", access.element->kind, access.element->element,
                            access.element->position);
    return text;
}

/// The reference: goes through all requests, and searches tags and allocations one by one.
std::vector<LaneAccess> all_accesses(const RandomRecording& recording) {
    std::vector<LaneAccess> all;
    const RecordingInfo& info = recording.random.info;
    const ElementAccessFinder finder(info);
    std::uint64_t position = 0;
    for (std::uint64_t number = 0; number < recording.random.requests.size(); ++number) {
        const Request& request = recording.random.requests[number];
        RequestBlock block;
        block.append(request);
        std::vector<ElementAccess> elements;
        finder.find(block, elements);
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            if ((request.mask >> lane & 1U) == 0) continue;
            LaneAccess access{.request = number,
                              .address = request.address[lane],
                              .launch = request.launch,
                              .sm = request.sm,
                              .warp = request.warp,
                              .instruction = request.instruction,
                              .mask = request.mask,
                              .lane = static_cast<std::uint8_t>(lane),
                              .allocation = {},
                              .tag = {},
                              .element = {}};
            for (const LaneTagRun& run : recording.tags())
                if (run.launch == request.launch && run.warp == request.warp && run.lane == lane &&
                    run.first_request.value <= number)
                    access.tag = run.tag;
            for (std::uint32_t a = 0; a < info.allocations.size() && !access.allocation; ++a) {
                const Allocation& each = info.allocations[a];
                if (each.space == info.instructions[request.instruction].space &&
                    access.address - each.address < each.bytes && number >= each.first_request.value &&
                    number < each.last_request.value)
                    access.allocation = a;
            }
            bool has_element = false;
            for (const ElementAccess& element : elements) {
                if (element.lane != lane) continue;
                has_element = true;
                access.element = {element.kind, element.element, position++};
                all.push_back(access);
            }
            if (!has_element) all.push_back(access);
        }
    }
    return all;
}

/// One line for each access that matches.
template <class Matches>
std::string lines_of(const std::vector<LaneAccess>& accesses, const Matches& matches) {
    std::string lines;
    for (const LaneAccess& access : accesses)
        if (matches(access)) lines += text_of(access) + "\n";
    return lines;
}

std::string found(const RandomRecording& recording, const AccessSelection& selection) {
    const LaneRuns runs = recording.runs();
    const AccessList list = find_accesses(recording.file(), &runs, selection, no_limit);
    EXPECT_EQ(list.found, list.accesses.size());
    EXPECT_TRUE(list.complete);
    // Several blocks at a time, and the copy of the requests, give the same list.
    ThreadPool pool(3);
    const RequestsBySm copy(recording.file(), pool);
    const AccessList again =
        find_accesses(recording.file(), &runs, selection, no_limit, {}, SearchEnd::everywhere, &pool, &copy);
    EXPECT_EQ(again.accesses, list.accesses);
    EXPECT_EQ(again.found, list.found);
    return lines_of(list.accesses, [](const LaneAccess&) { return true; });
}

TEST(LaneAccesses, AreThoseOfAScan) {
    const RandomRecording recording(5);
    const auto all = all_accesses(recording);
    EXPECT_EQ(found(recording, {}), lines_of(all, [](const LaneAccess&) { return true; }));
    for (std::uint32_t pixel = 0; pixel <= served_pixels; ++pixel)
        EXPECT_EQ(found(recording, {.pixel = pixel}), lines_of(all, [&](const LaneAccess& access) {
                      return access.tag && access.tag->work_item == pixel;
                  }));
    EXPECT_EQ(found(recording, {.pixel = 3, .rays = RaySelection{1, {}}}),
              lines_of(all, [](const LaneAccess& access) {
                  return access.tag && access.tag->work_item == 3 && access.tag->ray_kind == 1;
              }));
    EXPECT_EQ(found(recording, {.element = AccessSelection::Element{face_kind, 7}}),
              lines_of(all, [](const LaneAccess& access) {
                  return access.element && access.element->kind == face_kind && access.element->element == 7;
              }));
    const auto& instructions = recording.random.info.instructions;
    EXPECT_EQ(found(recording, {.bytes = AccessSelection::Bytes{Space::global, 0x3040, 0x3060}}),
              lines_of(all, [&](const LaneAccess& access) {
                  const Instruction& instruction = instructions[access.instruction];
                  return instruction.space == Space::global && access.address < 0x3060 &&
                         access.address + instruction.bytes_per_lane > 0x3040;
              }));
    EXPECT_EQ(
        found(recording, {.window = TimeWindow{300, 420}, .element = AccessSelection::Element{face_kind, 7}}),
        lines_of(all, [](const LaneAccess& access) {
            return access.element && access.element->kind == face_kind && access.element->element == 7 &&
                   access.element->position >= 300 && access.element->position < 420;
        }));
    CountedParts parts;
    parts.allocations.assign(recording.random.info.allocations.size(), 0);
    parts.allocations[5] = 1; // which exists during some requests only
    parts.instructions.assign(instructions.size(), 1);
    parts.instructions[4] = 0;
    EXPECT_EQ(found(recording, {.parts = parts}), lines_of(all, [&](const LaneAccess& access) {
                  return access.allocation == 5U && access.instruction != 4;
              }));
}

TEST(LaneAccesses, OfALimitedListAreTheFirst) {
    const RandomRecording recording(6);
    const auto all = all_accesses(recording);
    const AccessList list = find_accesses(recording.file(), nullptr, {}, 10);
    EXPECT_EQ(list.found, all.size());
    ASSERT_EQ(list.accesses.size(), 10U);
    EXPECT_EQ(list.accesses.back().request, all[9].request);
    EXPECT_FALSE(list.accesses.back().tag) << "without tags, none is known";
    EXPECT_EQ(find_accesses(recording.file(), nullptr, {.pixel = 3}, 10).found, 0U);
}

TEST(LaneAccesses, FirstOnesAreThoseOfTheFirstBlockThatHasSome) {
    const RandomRecording recording(6);
    const LaneRuns runs = recording.runs();
    ThreadPool pool(2);
    const RequestsBySm copy(recording.file(), pool);
    const AccessSelection pixel{.pixel = 3};
    const auto all = find_accesses(recording.file(), &runs, pixel, no_limit).accesses;
    const auto block_of = [](const LaneAccess& access) { return access.request / 37; };
    const auto first = static_cast<std::size_t>(std::ranges::count_if(
        all, [&](const LaneAccess& access) { return block_of(access) == block_of(all.front()); }));
    ASSERT_LT(first, all.size());
    ASSERT_GT(first, 1U);
    for (const RequestsBySm* const by_sm : {static_cast<const RequestsBySm*>(nullptr), &copy}) {
        const auto found = [&](std::uint64_t limit, SearchEnd end) {
            return find_accesses(recording.file(), &runs, pixel, limit, {}, end, &pool, by_sm);
        };
        const AccessList some = found(no_limit, SearchEnd::any);
        EXPECT_FALSE(some.complete);
        EXPECT_EQ(some.accesses, std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first)));
        EXPECT_EQ(found(1, SearchEnd::any).accesses, std::vector{all.front()});
        EXPECT_EQ(found(first + 1, SearchEnd::full).accesses.size(), first + 1);
        EXPECT_FALSE(found(first + 1, SearchEnd::full).complete);
        EXPECT_TRUE(found(no_limit, SearchEnd::full).complete);
        EXPECT_EQ(found(first + 1, SearchEnd::everywhere).found, all.size());
    }
    EXPECT_TRUE(
        find_accesses(recording.file(), &runs, {.pixel = served_pixels}, 10, {}, SearchEnd::any).complete)
        << "no lane serves this pixel";
}

TEST(RequestsBySm, HaveEachRequestOnceWithItsNumberAndPosition) {
    const RandomRecording recording(8);
    const HmtFile& file = recording.file();
    ThreadPool pool(2);
    const RequestsBySm copy(file, pool);
    EXPECT_GT(copy.memory_bytes(), 0U);
    const ElementAccessFinder finder(file.info());
    std::map<std::uint64_t, std::string> found;
    RequestsBySm::Piece piece;
    const auto text = [](const RequestBlock& block, const RequestBlock::Entry& entry,
                         std::uint64_t position) {
        return fmt::format("{} {} {} {} {} {:#x} {} at {}", entry.launch, entry.sm, entry.warp, entry.slot,
                           entry.instruction, entry.mask, fmt::join(block.addresses_of(entry), ","),
                           position);
    };
    for (std::size_t block = 0; block < file.blocks().size(); ++block)
        for (std::uint32_t sm = 0; sm < file.info().device.sm_count + 1; ++sm) {
            copy.read(block, sm, piece);
            for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
                const RequestBlock::Entry& entry = piece.requests.entries[i];
                EXPECT_EQ(entry.sm, sm);
                EXPECT_EQ(std::ranges::count(copy.sms_of(entry.launch, entry.warp), sm), 1);
                EXPECT_TRUE(
                    found.emplace(piece.numbers[i], text(piece.requests, entry, piece.positions[i])).second);
            }
        }
    std::uint64_t number = 0;
    std::uint64_t position = 0;
    RequestBlock requests;
    for (std::size_t block = 0; block < file.blocks().size(); ++block) {
        file.read_block(block, requests);
        for (const RequestBlock::Entry& entry : requests.entries) {
            EXPECT_EQ(found[number++], text(requests, entry, position));
            std::vector<ElementAccess> elements;
            finder.find(entry.instruction, entry.mask, requests.addresses_of(entry).data(), 0, elements);
            position += elements.size();
            EXPECT_EQ(finder.count(entry.instruction, entry.mask, requests.addresses_of(entry).data()),
                      elements.size());
        }
    }
    EXPECT_EQ(found.size(), number);
    EXPECT_TRUE(copy.sms_of(0, 1'000'000).empty());
}

/// All requests of a recording, read by `read`.
template <class Read>
std::string requests_of(const HmtFile& file, const Read& read) {
    std::string lines;
    for (std::size_t block = 0; block < file.blocks().size(); ++block)
        read(block, [&](const RequestView& requests) {
            for (std::size_t i = 0; i < requests.entries.size(); ++i) {
                const RequestBlock::Entry& entry = requests.entries[i];
                lines +=
                    fmt::format("{} {} {} {:#x} {}\n", requests.first_request.value + i, entry.warp,
                                entry.instruction, entry.mask, fmt::join(requests.addresses_of(entry), ","));
            }
            return true;
        });
    return lines;
}

TEST(RequestsInPieces, AreThoseOfTheBlocksOfARecordingAndOfAPart) {
    const RandomRequests random(3, 5000); // five pieces
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info = random.info;
    info.launches.clear();
    sink->begin(info, nullptr);
    sink->begin_launch({});
    for (Request request : random.requests) {
        request.launch = 0;
        sink->add(request);
    }
    sink->finish();
    const HmtFile whole(open_memory(std::move(bytes), "random.hmt"));
    RecordingPart range;
    range.requests = PartRange{1500, 3700};
    const HmtFile part = whole.part(range);
    for (const HmtFile* const file : {&whole, &part}) {
        RequestBlock out;
        const auto in_blocks = requests_of(*file, [&](std::size_t block, const auto& visit) {
            file->read_block(block, out);
            visit(out);
        });
        EXPECT_EQ(requests_of(*file,
                              [&](std::size_t block, const auto& visit) { file->read_pieces(block, visit); }),
                  in_blocks);
        EXPECT_EQ(std::ranges::count(in_blocks, '\n'), file == &whole ? 5000 : 2200);
    }
    int pieces = 0;
    whole.read_pieces(0, [&](const RequestView&) { return ++pieces < 2; });
    EXPECT_EQ(pieces, 2) << "it ends when the visitor wants no more";
}

/// Stores the results of all accesses of elements and of all requests.
class Everything final : public OutcomeSink, public RequestLevelsSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> /*accesses*/,
             const AccessOutcomes& given) override {
        for (std::size_t i = 0; i < given.size(); ++i)
            outcomes.push_back(*given[i]);
    }
    void add(const RequestView& /*block*/, std::span<const RequestLevels> given,
             std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) override {
        levels.insert(levels.end(), given.begin(), given.end());
    }
    std::vector<AccessOutcome> outcomes;
    std::vector<RequestLevels> levels;
};

std::string text_of(const AccessOutcome& outcome) {
    return fmt::format("{} of {}, {} of {}", outcome.l1_hits, outcome.l1_lookups, outcome.l2_hits,
                       outcome.l2_lookups);
}

TEST(LaneAccesses, HaveTheResultsOfTheWholeSimulation) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(seed);
        RandomRecording recording(seed);
        HierarchyConfig config = random_config(recording.random);
        MemorySource source(recording.file().info(), recording.random.scene);
        for (const Request& request : recording.random.requests)
            source.add(request, 60);
        ThreadPool pool(2);
        Everything everything;
        simulate_hierarchy(source, config, {.outcomes = &everything, .requests = &everything}, pool);
        const auto all = all_accesses(recording);
        std::vector<LaneAccess> some;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i % 3 != 0) some.push_back(all[i]);
        const auto results = simulate_accesses(source, config, {}, some, pool);
        ASSERT_EQ(results.size(), some.size());
        for (std::size_t i = 0; i < some.size(); ++i) {
            ASSERT_EQ(results[i].outcome.has_value(), some[i].element.has_value()) << text_of(some[i]);
            if (some[i].element) {
                ASSERT_EQ(text_of(*results[i].outcome),
                          text_of(everything.outcomes[some[i].element->position]))
                    << text_of(some[i]);
            }
        }
        // The farthest level of all lanes of a request follows from its sums.
        std::map<std::uint64_t, ServedBy> farthest;
        const auto whole = simulate_accesses(source, config, {}, all, pool);
        for (std::size_t i = 0; i < all.size(); ++i)
            farthest[all[i].request] = std::max(farthest[all[i].request], whole[i].level.served);
        for (const auto& [request, level] : farthest) {
            const RequestLevels& sums = everything.levels[request];
            const Space space =
                recording.random.info.instructions[recording.random.requests[request].instruction].space;
            if (space == Space::shared) {
                ASSERT_EQ(level, ServedBy::none) << request;
            } else if (sums.l2_lookups == 0) {
                ASSERT_EQ(level, ServedBy::l1) << request;
            } else if (sums.l2_hits == sums.l2_lookups) {
                ASSERT_LE(level, ServedBy::l2) << request; // write-backs are look-ups of the request, too
            }
            if (level == ServedBy::dram) {
                ASSERT_LT(sums.l2_hits, sums.l2_lookups) << request;
            }
        }
    }
}

/// "LANE:LEVEL/REASON" for each lane of each request, a line for each request.
std::string levels_of(const std::string& requests, const char* l1, const char* l2) {
    MemorySource source(strip_info(100), strip_scene(100));
    add_requests(source, requests);
    HierarchyConfig config;
    config.l1 = parse_cache_geometry(l1);
    config.l2 = parse_cache_geometry(l2);
    config.explain_misses = true;
    ThreadPool pool(1);
    std::vector<LaneAccess> accesses;
    RequestBlock block;
    std::uint64_t number = 0;
    for (source.rewind(); source.next(block, {});)
        for (const auto& entry : block.entries) {
            for (std::uint8_t lane = 0; lane < std::popcount(entry.mask); ++lane)
                accesses.push_back(
                    {.request = number, .lane = lane, .allocation = {}, .tag = {}, .element = {}});
            ++number;
        }
    const auto results = simulate_accesses(source, config, {}, accesses, pool);
    std::ostringstream text;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const LaneLevel& level = results[i].level;
        if (i != 0) text << (accesses[i].lane == 0 ? "\n" : " ");
        text << std::array{"-", "L1", "L2", "DRAM"}.at(static_cast<std::size_t>(level.served));
        for (const MissReason reason : {level.l1_miss, level.l2_miss})
            text << std::array{"", "/cold", "/capacity", "/conflict"}.at(static_cast<std::size_t>(reason));
    }
    return text.str();
}

TEST(LaneAccesses, NameTheLevelOfEachLane) {
    // A node has 4 bytes, so that nodes 0 to 7 share a sector. L1 has two sectors of a line each, L2 four.
    EXPECT_EQ(levels_of("0 0 nodes 0 8\n"    // both cold
                        "0 0 nodes 7 0 16\n" // the first two hit, the third evicts node 8
                        "0 0 nodes 8 0\n"    // in L2 only; node 0 is still there
                        "0 1 nodes 8\n"      // another SM has another L1
                        "0 0 +nodes 0\n",    // a store writes through
                        "64:32:full", "128:32:full"),
              "DRAM/cold/cold DRAM/cold/cold\n"
              "L1 L1 DRAM/cold/cold\n"
              "L2/capacity L1\n"
              "L2/cold\n"
              "L2");
    // Two lines of one set, although the other set is empty.
    EXPECT_EQ(levels_of("0 0 nodes 0\n0 0 nodes 16\n0 0 nodes 0\n", "64:32:1", "128:32:full"),
              "DRAM/cold/cold\n"
              "DRAM/cold/cold\n"
              "L2/conflict");
}

} // namespace
} // namespace hitmap
