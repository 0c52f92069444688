#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/reuse/sector_reuse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <random>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

/// Returns bit s of each sector whose distance is below a limit.
unsigned sectors_below(const SectorReuse::Distances& distances, std::size_t limit) {
    unsigned sectors = 0;
    for (unsigned s = 0; s < 8; ++s)
        sectors |= unsigned{distances[s] < limit} << s;
    return sectors;
}

/// A simple fully associative LRU cache of lines with sectors.
class NaiveLru {
public:
    explicit NaiveLru(std::size_t capacity) : capacity_(capacity) {}
    [[nodiscard]] bool has(std::uint64_t line) const { return valid_.contains(line); }
    [[nodiscard]] unsigned valid(std::uint64_t line) const { return has(line) ? valid_.at(line) : 0; }
    void use(std::uint64_t line, unsigned fill) {
        order_.remove(line);
        order_.push_front(line);
        valid_[line] |= fill;
        if (order_.size() > capacity_) {
            valid_.erase(order_.back());
            order_.pop_back();
        }
    }
    void drop(std::uint64_t line, unsigned sectors) {
        if (has(line)) valid_[line] &= ~sectors;
    }

private:
    std::size_t capacity_;
    std::list<std::uint64_t> order_;
    std::map<std::uint64_t, unsigned> valid_;
};

TEST(SectorReuse, TellsWhatEveryFullyAssociativeCacheWouldHit) {
    constexpr std::size_t largest = 24;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        const std::size_t present = 1 + random() % largest;
        const auto lines = static_cast<unsigned>(4 + random() % 40);
        const bool only_uses = seed % 4 == 0;
        SectorReuse reuse(present);
        std::vector<NaiveLru> caches;
        for (std::size_t capacity = 1; capacity <= largest; ++capacity)
            caches.emplace_back(capacity);
        for (unsigned step = 0; step < 3000; ++step) {
            if (random() % 1000 == 0) {
                reuse.clear();
                for (std::size_t i = 0; i < caches.size(); ++i)
                    caches[i] = NaiveLru(i + 1);
            }
            const auto kind = only_uses ? 9U : static_cast<unsigned>(random() % 10);
            const std::uint64_t line = (random() % lines) * 0x123456789ULL;
            const auto sectors = static_cast<unsigned>(random() & 0xffU);
            SectorReuse::Distances found{};
            std::vector<unsigned> hits;
            for (const NaiveLru& cache : caches)
                hits.push_back(cache.valid(line));
            if (kind == 0) {
                found = reuse.drop(line, static_cast<LineSectors>(sectors));
                for (NaiveLru& cache : caches)
                    cache.drop(line, sectors);
            } else if (kind < 3) {
                found = reuse.look_up(line);
                if (caches[present - 1].has(line))
                    for (NaiveLru& cache : caches)
                        cache.use(line, 0);
            } else {
                found = reuse.access(line, static_cast<LineSectors>(sectors));
                for (NaiveLru& cache : caches)
                    cache.use(line, sectors);
            }
            for (std::size_t i = 0; i < caches.size(); ++i)
                ASSERT_EQ(sectors_below(found, i + 1), hits[i])
                    << "seed " << seed << ", step " << step << ", " << i + 1 << " lines";
        }
    }
}

/// A fully associative LRU cache that stores which bytes are valid.
class NaiveByteLru {
public:
    using Bytes = std::array<std::uint32_t, 8>; ///< [sectors] bit b: byte b

    explicit NaiveByteLru(std::size_t capacity) : capacity_(capacity) {}
    [[nodiscard]] Bytes bytes(std::uint64_t line) const {
        return bytes_.contains(line) ? bytes_.at(line) : Bytes{};
    }
    void use(std::uint64_t line, const Bytes& more) {
        order_.remove(line);
        order_.push_front(line);
        for (std::size_t s = 0; s < more.size(); ++s)
            bytes_[line][s] |= more[s];
        if (order_.size() > capacity_) {
            bytes_.erase(order_.back());
            order_.pop_back();
        }
    }

private:
    std::size_t capacity_;
    std::list<std::uint64_t> order_;
    std::map<std::uint64_t, Bytes> bytes_;
};

TEST(SectorReuse, KnowsOfStoresInPartWhatEveryFullyAssociativeCacheWouldHit) {
    constexpr std::size_t largest = 24;
    constexpr std::uint32_t all = ~std::uint32_t{0};
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        const auto lines = static_cast<unsigned>(4 + random() % 30);
        SectorReuse reuse(1 + random() % largest);
        std::vector<NaiveByteLru> caches;
        for (std::size_t capacity = 1; capacity <= largest; ++capacity)
            caches.emplace_back(capacity);
        for (unsigned step = 0; step < 3000; ++step) {
            const bool stores = random() % 5 != 0;
            const std::uint64_t line = random() % lines;
            NaiveByteLru::Bytes bytes{};
            LineSectors sectors = 0;
            LineSectors whole = 0;
            for (unsigned s = 0; s < 8; ++s) {
                if (random() % 2 != 0) continue;
                // Halves and quarters, so that several together sometimes make a whole sector.
                const unsigned part = random() % 8;
                bytes[s] = !stores || part == 0 ? all
                           : part < 4           ? 0xffffU << part % 2 * 16
                                                : 0xffU << part % 4 * 8;
                sectors = static_cast<LineSectors>(sectors | 1U << s);
                if (bytes[s] == all) whole = static_cast<LineSectors>(whole | 1U << s);
            }
            const SectorReuse::Distances& found =
                stores ? reuse.store(line, sectors, whole, [&](unsigned s) { return bytes[s]; })
                       : reuse.access(line, sectors);
            for (std::size_t i = 0; i < caches.size(); ++i) {
                unsigned hits = 0;
                for (unsigned s = 0; const std::uint32_t had : caches[i].bytes(line))
                    hits |= unsigned{stores ? had != 0 : had == all} << s++;
                ASSERT_EQ(sectors_below(found, i + 1), hits)
                    << "seed " << seed << ", step " << step << ", " << i + 1 << " lines";
                caches[i].use(line, bytes);
            }
        }
    }
}

/// Input: "LINE.SECTOR" is used and filled, "?LINE.SECTOR" only looked up, "-LINE.SECTOR" dropped. Returns
/// the distances.
std::string distances_of(const std::string& text, std::uint64_t present) {
    SectorReuse reuse(present);
    std::istringstream words(text);
    std::ostringstream out;
    for (std::string word; words >> word;) {
        const char kind = word[0];
        if (kind == '?' || kind == '-') word.erase(0, 1);
        const std::uint64_t line = std::stoull(word.substr(0, word.find('.')));
        const unsigned sector = static_cast<unsigned>(std::stoul(word.substr(word.find('.') + 1)));
        const auto bit = static_cast<LineSectors>(1U << sector);
        const SectorReuse::Distances distances = kind == '?'   ? reuse.look_up(line)
                                                 : kind == '-' ? reuse.drop(line, bit)
                                                               : reuse.access(line, bit);
        out << (out.tellp() == 0 ? "" : " ");
        if (distances[sector] == SectorReuse::cold)
            out << "cold";
        else
            out << distances[sector];
    }
    return out.str();
}

TEST(SectorReuse, WorkedByHand) {
    EXPECT_EQ(distances_of("1.0 1.0 1.1 1.0", 8), "cold 0 cold 0") << "each sector is filled on its own";
    EXPECT_EQ(distances_of("1.0 2.0 3.0 1.1 1.0", 8), "cold cold cold cold 2")
        << "2 lines had come between when the line was used for its other sector: with it, sector 0 had to "
           "stay";
    EXPECT_EQ(distances_of("1.0 2.0 3.0 1.0 2.0 1.0", 8), "cold cold cold 2 2 1") << "filled anew each time";
    EXPECT_EQ(distances_of("1.0 2.0 ?1.0 3.0 1.0", 8), "cold cold 1 cold 1")
        << "a look that hits uses the line";
    EXPECT_EQ(distances_of("1.0 2.0 ?1.0 3.0 1.0", 1), "cold cold 1 cold 2") << "one that misses does not";
    EXPECT_EQ(distances_of("?1.0 ?1.0", 8), "cold cold") << "and fills nothing";
    EXPECT_EQ(distances_of("1.0 1.1 -1.0 1.0 1.1", 8), "cold cold 0 cold 0")
        << "dropped: not there at any size";
}

TEST(ReuseHistogram, BinsAreExactAndThenInSteps) {
    EXPECT_EQ(ReuseHistogram::bin_of(0), 0);
    EXPECT_EQ(ReuseHistogram::bin_of(4095), 4095);
    EXPECT_EQ(ReuseHistogram::bin_of(4096), 4096);
    EXPECT_EQ(ReuseHistogram::bin_of(4096 + 63), 4096);
    EXPECT_EQ(ReuseHistogram::bin_of(4096 + 64), 4097);
    EXPECT_EQ(ReuseHistogram::bin_of(8192), 4096 + 64);
    EXPECT_EQ(ReuseHistogram::bin_of(ReuseStack::cold), ReuseHistogram::cold_bin);
    std::mt19937 random(1);
    for (unsigned i = 0; i < 10000; ++i) {
        const auto distance = static_cast<std::uint32_t>(random() >> random() % 32);
        if (distance == ReuseStack::cold) continue;
        const ReuseHistogram::Bin bin = ReuseHistogram::bin_of(distance);
        EXPECT_LE(ReuseHistogram::first_of(bin), distance);
        EXPECT_LT(distance, ReuseHistogram::first_of(static_cast<ReuseHistogram::Bin>(bin + 1)));
    }
}

TEST(ReuseHistogram, SaysWhatACapacityHits) {
    ReuseHistogram histogram;
    for (const std::uint32_t distance : {0U, 0U, 3U, 4000U, 5000U, ReuseStack::cold})
        histogram.add(ReuseHistogram::bin_of(distance), distance < 5001);
    EXPECT_EQ(histogram.lookups(), 6U);
    EXPECT_EQ(histogram.cold(), 1U);
    EXPECT_EQ(histogram.within(), 5U);
    EXPECT_EQ(histogram.hits_of(0), 0U);
    EXPECT_EQ(histogram.hits_of(1), 2U);
    EXPECT_EQ(histogram.hits_of(3), 2U);
    EXPECT_EQ(histogram.hits_of(4), 3U);
    EXPECT_EQ(histogram.hits_of(4001), 4U);
    EXPECT_EQ(histogram.hits_of(5001), 4U) << "not an edge: the bin of 4992 to 5055 does not count yet";
    EXPECT_EQ(histogram.hits_of(5056), 5U);
}

/// "LINES:HITS", followed by "*" for the present capacity.
std::string curve_of(const std::vector<std::uint32_t>& distances, std::uint64_t present) {
    ReuseHistogram histogram;
    for (const std::uint32_t distance : distances)
        histogram.add(ReuseHistogram::bin_of(distance), distance < present);
    std::ostringstream out;
    for (const CapacityHits& point : miss_ratio_curve(histogram, present))
        out << point.lines << ':' << point.hits << (point.present ? "* " : " ");
    return out.str();
}

TEST(MissRatioCurve, HasAPointWhereHitsChangeAndThePresentOne) {
    EXPECT_EQ(curve_of({}, 4), "4:0* ");
    EXPECT_EQ(curve_of({0, 0, 2, 9}, 4), "1:2 3:3 4:3* 10:4 ");
    EXPECT_EQ(curve_of({0, 0, 2, 9}, 3), "1:2 3:3* 10:4 ");
    EXPECT_EQ(curve_of({0, 0, 2, 9}, 1000), "1:2 3:3 10:4 1000:4* ");
    EXPECT_EQ(curve_of({1, 5000, 5010, 5050}, 5011), "2:1 5011:3* 5056:4 ") << "exact within a step, too";
}

} // namespace
} // namespace hitmap
