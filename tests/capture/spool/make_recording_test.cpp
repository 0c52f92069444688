#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/geometry/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "capture/log/log_format.h"
#include "capture/spool/make_recording.h"
#include "capture/spool/spool_writer.h"

namespace hitmap::test {
namespace {

using namespace capture;
using Units = std::vector<std::uint64_t>;

std::uint64_t pair(std::uint64_t low, std::uint64_t high) {
    return high << 32 | low;
}

/// A spool with one device, one buffer of 4 KiB at 0x10000 and one launch of two work groups. Site 0 begins,
/// site 1 loads 4 bytes of the buffer, site 2 reads an image with integers as coordinates, site 3 samples it.
class Spool {
public:
    Spool() : writer_(folder_.path("spool")) {
        writer_.write(SpoolDevice{0, "a device", 64, 0});
        SpoolModule module;
        module.sites = {
            {SiteKind::begin, 0}, {SiteKind::access, 0}, {SiteKind::access, 1}, {SiteKind::access, 2}};
        Access load;
        load.binding = 0;
        load.pieces = {{0, 4}};
        load.bytes = 4;
        Access image;
        image.binding = 1;
        image.resource = Resource::image;
        image.payload = Payload::coordinates;
        Access sample = image;
        sample.float_coordinates = true;
        module.accesses = {load, image, sample};
        Binding buffer;
        buffer.name = "In";
        Binding target;
        target.resource = Resource::image;
        target.name = "target";
        target.binding = 1;
        module.bindings = {buffer, target};
        writer_.write(std::move(module));
        writer_.write(SpoolBuffer{5, 0x10000, 4096});
        writer_.write(SpoolTable{0, {{0, 0, 0, 5, 0x10000, 4096, 0}}});
        SpoolLaunch launch;
        launch.kernel = "kernel";
        launch.grid = {2, 1, 1};
        launch.block = {128, 1, 1};
        writer_.write(std::move(launch));
    }

    void add(std::uint32_t position, const Units& units) { writer_.write(SpoolRecords{0, position, units}); }

    HmtFile recording() {
        writer_.write(SpoolEnd{});
        writer_.close();
        const std::string output = folder_.path("r.hmt");
        (void)make_recording(writer_.path(), output, "test");
        return HmtFile(open_file(output));
    }

private:
    TemporaryFolder folder_;
    SpoolWriter writer_;
};

std::uint32_t first_word(std::uint32_t site, Payload payload) {
    return site | static_cast<std::uint32_t>(payload) << record_payload_shift | record_written;
}

/// The begin record of a subgroup of 64 lanes whose first invocation is `first`, at `position`.
Units begin(std::uint32_t position, std::uint32_t group, std::uint32_t first) {
    Units units{pair(first_word(0, Payload::begin), 0xffffffff), pair(position, 0xffffffff), pair(0, 64),
                pair(group, 0), pair(0, no_core)};
    for (std::uint32_t lane = 0; lane < 64; lane += 2)
        units.push_back(pair(first + lane, first + lane + 1));
    return units;
}

/// A load whose active lane number n reads at 4 * n.
Units load(std::uint32_t subgroup, std::uint64_t mask) {
    Units units{pair(first_word(1, Payload::offset), mask & 0xffffffff), pair(subgroup, mask >> 32)};
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t lane = 0; lane < 64; ++lane)
        if ((mask >> lane & 1) != 0) offsets.push_back(4 * lane);
    offsets.resize((offsets.size() + 1) / 2 * 2);
    for (std::size_t i = 0; i < offsets.size(); i += 2)
        units.push_back(pair(offsets[i], offsets[i + 1]));
    return units;
}

Units operator+(Units a, const Units& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// "warp 3 mask 5: 0 8", with offsets in the buffer.
std::vector<std::string> request_texts(const HmtFile& file) {
    std::vector<std::string> texts;
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const RequestBlock::Entry& entry : block.entries) {
            std::string text =
                "warp " + std::to_string(entry.warp) + " mask " + std::to_string(entry.mask) + ":";
            for (const std::uint64_t address : block.addresses_of(entry))
                text += " " + std::to_string(address - 0x10000);
            texts.push_back(text);
        }
    }
    return texts;
}

std::vector<std::string> options_of(const HmtFile& file, const std::string& name) {
    std::vector<std::string> values;
    for (const auto& [key, value] : file.info().options)
        if (key == name) values.push_back(value);
    return values;
}

} // namespace

TEST(MakeRecording, ASubgroupOf64LanesBecomesTwoWarps) {
    Spool spool;
    const Units first = begin(0, 0, 0);
    const auto second = static_cast<std::uint32_t>(first.size());
    // The second subgroup of work group 1 comes before its first one.
    const Units more = begin(second, 1, 64) + begin(2 * second, 1, 0);
    spool.add(0,
              first + more + load(0, 0x8000000100000003) + load(second, 0x300000000) + load(2 * second, 4));
    const HmtFile file = spool.recording();
    EXPECT_EQ(file.info().device.warp_size, 32U);
    EXPECT_THAT(request_texts(file),
                testing::ElementsAre("warp 0 mask 3: 0 4", "warp 1 mask 2147483649: 128 252",
                                     "warp 7 mask 3: 128 132", "warp 4 mask 4: 8"));
    ThreadPool pool(1);
    EXPECT_NO_THROW(file.validate(pool));
}

TEST(MakeRecording, PiecesOfALogThatWasEmptiedBetweenThemAreOneLaunch) {
    Spool spool;
    spool.add(0, begin(0, 0, 0) + load(0, 1));
    spool.add(0, begin(0, 1, 0) + load(0, 2)); // from position 0 again
    const HmtFile file = spool.recording();
    EXPECT_EQ(file.info().launches.size(), 1U);
    EXPECT_THAT(request_texts(file), testing::ElementsAre("warp 0 mask 1: 0", "warp 2 mask 2: 4"));
}

TEST(MakeRecording, ImagesAreCountedWithTheRangeOfTheirCoordinates) {
    Spool spool;
    const auto coordinates = [](std::uint32_t site, std::uint32_t x, std::uint32_t y) {
        return Units{pair(first_word(site, Payload::coordinates), 1), 0, pair(x, y), pair(0, 0)};
    };
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    spool.add(0, begin(0, 0, 0) + load(0, 1) + coordinates(2, 7, static_cast<std::uint32_t>(-1)) +
                     coordinates(2, 9, 3) + coordinates(3, bits(0.25F), bits(0.5F)));
    const HmtFile file = spool.recording();
    EXPECT_THAT(
        options_of(file, "capture-image"),
        testing::ElementsAre("target (set 0, binding 1): 2 lane accesses, x 7 to 9, y -1 to 3",
                             "target (set 0, binding 1): 1 lane access, x 0.25 to 0.25, y 0.5 to 0.5"));
    EXPECT_THAT(options_of(file, "capture-image-lane-accesses"), testing::ElementsAre("3"));
    EXPECT_EQ(file.info().requests, 1U);
}

} // namespace hitmap::test
