#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "capture/log/log_reader.h"

namespace hitmap::capture {
namespace {

std::uint64_t pair(std::uint64_t low, std::uint64_t high) {
    return high << 32 | low;
}
std::uint32_t first_word(std::uint32_t site, Payload payload, std::uint32_t bits = 0) {
    return site | static_cast<std::uint32_t>(payload) << record_payload_shift | bits | record_written;
}

/// Three lanes of subgroup 0, of work group (4, 5, 6) of dispatch 9.
std::vector<std::uint64_t> begin() {
    return {pair(first_word(7, Payload::begin), 0b1011),
            pair(0, 0),
            pair(9, 32),
            pair(4, 5),
            pair(6, 2),
            pair(100, 101),
            pair(103, 0)};
}

std::string text(const LogRecord& record) {
    std::string text = "site " + std::to_string(record.site) + " mask " + std::to_string(record.mask[0]) +
                       " of " + std::to_string(record.subgroup->dispatch) + ":";
    const std::uint32_t words = lane_bytes(record.payload) / 4;
    for (std::uint32_t rank = 0; rank < record.lanes; ++rank) {
        for (std::uint32_t i = 0; i < words; ++i)
            text += " " + std::to_string(record.word(rank, i));
    }
    if (record.clock != 0) text += " at " + std::to_string(record.clock);
    return text;
}

std::vector<std::string> texts(LogReader& reader, const std::vector<std::uint64_t>& units, std::size_t read,
                               std::uint32_t position = 0) {
    std::vector<std::string> texts;
    EXPECT_EQ(reader.read(units, position, [&](const LogRecord& record) { texts.push_back(text(record)); }),
              read);
    return texts;
}

std::vector<std::uint64_t> operator+(std::vector<std::uint64_t> a, const std::vector<std::uint64_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(LogReader, ReadsEachPayload) {
    LogReader reader;
    const std::vector<std::uint64_t> log =
        begin() + std::vector<std::uint64_t>{pair(first_word(1, Payload::none), 0b1011), 0} +
        std::vector<std::uint64_t>{pair(first_word(2, Payload::offset), 0b1011), 0, pair(10, 20),
                                   pair(30, 0)} +
        std::vector<std::uint64_t>{pair(first_word(3, Payload::indexed_offset, record_clock), 0b10), 0, 555,
                                   pair(8, 1)} +
        std::vector<std::uint64_t>{pair(first_word(4, Payload::address), 0b1), 0, 0x700000008} +
        std::vector<std::uint64_t>{pair(first_word(5, Payload::coordinates), 0b1), 0, pair(1, 2), pair(3, 4)};
    EXPECT_THAT(texts(reader, log, log.size()),
                testing::ElementsAre("site 7 mask 11 of 9: 100 101 103", "site 1 mask 11 of 9:",
                                     "site 2 mask 11 of 9: 10 20 30", "site 3 mask 2 of 9: 8 1 at 555",
                                     "site 4 mask 1 of 9: 8 7", "site 5 mask 1 of 9: 1 2 3 4"));
    reader.read(log, 0, [](const LogRecord& record) {
        EXPECT_THAT(record.subgroup->group, testing::ElementsAre(4, 5, 6));
        EXPECT_EQ(record.subgroup->size, 32U);
        EXPECT_EQ(record.subgroup->core, 2U);
        EXPECT_THAT(record.subgroup->invocations, testing::ElementsAre(100, 101, 103));
    });
}

TEST(LogReader, ReadsMasksOf128Lanes) {
    LogReader reader;
    const std::vector<std::uint64_t> wide{pair(first_word(1, Payload::offset, record_wide), 1),
                                          pair(0, 1U << 31), pair(2, 1), pair(10, 20), pair(30, 40)};
    std::vector<std::uint64_t> lanes;
    const std::vector<std::uint64_t> log = begin() + wide;
    EXPECT_EQ(reader.read(log, 0,
                          [&](const LogRecord& record) {
                              if (record.site == 1) lanes = {record.mask[0], record.mask[1], record.lanes};
                          }),
              log.size());
    EXPECT_THAT(lanes, testing::ElementsAre(0x8000000000000001, 0x100000002, 4));
}

TEST(LogReader, ALogIsReadInPieces) {
    LogReader reader;
    EXPECT_THAT(texts(reader, begin(), 7, 0), testing::SizeIs(1));
    const std::vector<std::uint64_t> access{pair(first_word(2, Payload::offset), 1), 0, 10};
    EXPECT_THAT(texts(reader, access, 3, 7), testing::ElementsAre("site 2 mask 1 of 9: 10"));
    reader.forget_subgroups();
    EXPECT_THAT(texts(reader, access, 3, 10), testing::IsEmpty());
    EXPECT_EQ(reader.skipped(), 1U);
}

TEST(LogReader, StopsWhereARecordIsNotComplete) {
    const std::vector<std::uint64_t> access{pair(first_word(2, Payload::offset), 0b1011), 0, pair(10, 20),
                                            pair(30, 0)};
    const std::vector<std::uint64_t> log = begin() + access;
    for (std::size_t size = 7; size < log.size(); ++size) {
        LogReader reader;
        EXPECT_THAT(texts(reader, {log.begin(), log.begin() + static_cast<std::ptrdiff_t>(size)}, 7),
                    testing::SizeIs(1));
    }
    LogReader reader;
    EXPECT_THAT(texts(reader, begin() + std::vector<std::uint64_t>{0, 0, 0} + access, 7), testing::SizeIs(1));
    EXPECT_THAT(texts(reader, {pair(first_word(2, static_cast<Payload>(7)), 1), 0, 0, 0}, 0),
                testing::IsEmpty());
    EXPECT_THAT(texts(reader, begin(), 0, 5), testing::IsEmpty())
        << "a begin record that is not where it says";
}

} // namespace
} // namespace hitmap::capture
