#include "core/probe/set_scan.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

class SetScan {
public:
    SetScan(ProbeBench& bench, const ConflictGroup& group, ProbeResult& result)
        : bench_(bench),
          group_(group),
          result_(result),
          line_(group.line_words),
          lines_(*result.capacity / word_bytes / group.line_words),
          all_missed_(result.replacement == Replacement::lru || result.replacement == Replacement::fifo) {}

    void run() {
        const bool told =
            lines_ <= (all_missed_ ? most_followed : most_followed_slowly) ? follow_all() : try_some();
        if (told) find_order();
    }

private:
    /// Most lines of a cache for which the set of each line is determined.
    static constexpr std::uint64_t most_followed = 2048;
    /// The same if some lines do not miss in each lap, since more laps are needed then.
    static constexpr std::uint64_t most_followed_slowly = 512;
    static constexpr std::uint64_t most_accesses = std::uint64_t{1} << 27;

    /// The lines that miss when the array has `more` lines more than fit. Returns nothing if the source
    /// has no such run.
    [[nodiscard]] std::optional<NumberSet> missed_with(std::uint64_t more) {
        const Chain chain = Chain::uniform(lines_ + more, line_);
        const ChaseRun* run = bench_.chase(chain, 2);
        if (run == nullptr) return std::nullopt;
        NumberSet missed = missed_when_warm(*run, *bench_.split, line_);
        if (all_missed_) return missed;
        return more_missed(std::move(missed), lines_ + more);
    }

    /// Under some policies not all lines of an overflowing set miss in each lap, and some never miss in this
    /// order. Tries other orders with more laps each time, until two of them add no lines.
    [[nodiscard]] std::optional<NumberSet> more_missed(NumberSet missed, std::uint64_t count) {
        if (!bench_.recorded().empty()) return std::nullopt;
        std::vector<std::uint64_t> words(count);
        for (std::uint64_t i = 0; i < count; ++i)
            words[i] = i * line_;
        std::mt19937_64 random(1);
        const std::uint64_t first = bench_.accesses();
        int in_vain = 0;
        for (std::uint64_t laps = 16; bench_.accesses() - first < most_accesses; laps += laps / 2) {
            shuffle(words, random);
            const ChaseRun* run = bench_.chase(Chain::of(words), laps);
            NumberSet now = united(missed, missed_when_warm(*run, *bench_.split, line_));
            in_vain = now == missed ? in_vain + 1 : 0;
            if (in_vain == 2) return missed;
            missed = std::move(now);
        }
        return std::nullopt;
    }

    bool follow_all() {
        std::vector<NumberSet> sets;
        NumberSet known;
        for (std::uint64_t more = 1; known.size() < lines_ + more - 1 || more == 1; ++more) {
            const auto missed = missed_with(more);
            if (!missed || !std::includes(missed->begin(), missed->end(), known.begin(), known.end()))
                return false;
            const NumberSet fresh = without(*missed, known);
            if (fresh.empty() || !place(sets, fresh)) return false;
            known = *missed;
        }
        // When each set overflows for the first time, its lines are ways + 1. All of these lines, without the
        // extra one of each set, filled the cache.
        const auto all = std::accumulate(first_size_.begin(), first_size_.end(), std::size_t{0});
        if (all - first_size_.size() != lines_) return false;
        for (const std::size_t size : first_size_)
            result_.set_ways.push_back(size - 1);
        result_.set_of_line.resize(known.size());
        for (std::size_t set = 0; set < sets.size(); ++set)
            for (const std::uint64_t line : sets[set])
                result_.set_of_line[line] = static_cast<std::uint32_t>(set);
        return true;
    }

    /// A single new line belongs to a set that has overflowed before; several new lines are a set that
    /// overflows for the first time.
    bool place(std::vector<NumberSet>& sets, const NumberSet& fresh) {
        if (fresh.size() > 1) {
            if (!all_missed_ && !is_minimal(bench_, fresh, line_)) return false;
            sets.push_back(fresh);
            first_size_.push_back(fresh.size());
            return true;
        }
        // The set that overflowed last is the most likely one.
        for (std::size_t set = sets.size(); set-- > 0;) {
            std::vector<std::uint64_t> lines(
                sets[set].begin(), sets[set].begin() + static_cast<std::ptrdiff_t>(first_size_[set] - 1));
            lines.push_back(fresh.front());
            if (!bench_.overflow(lines, line_).value_or(false)) continue;
            sets[set] = united(sets[set], fresh);
            return true;
        }
        return false;
    }

    /// Whether all sets are like the first one: each additional line makes ways + 1 more lines miss.
    bool try_some() {
        const std::uint64_t ways = group_.ways();
        if (lines_ % ways != 0) return false;
        const std::uint64_t sets = lines_ / ways;
        for (const std::uint64_t more : NumberSet{1, 2, sets / 2, sets - 1, sets}) {
            if (more == 0 || more > sets) continue;
            const auto missed = missed_with(more);
            if (!missed || missed->size() != more * (ways + 1)) return false;
        }
        result_.set_ways.assign(sets, ways);
        return true;
    }

    /// Compares the lines of the first set with those that a linear index would map there.
    void find_order() {
        const std::uint64_t sets = *result_.sets();
        // Sets of unequal size cannot alternate regularly, so their order is not determined.
        if (sets == 1 || !result_.ways()) return;
        const NumberSet lines = group_.lines(bench_.step);
        for (std::uint64_t run = 1; run * sets <= lines_; run *= 2) {
            const std::uint64_t set = lines.front() / run % sets;
            NumberSet expected;
            for (std::uint64_t line = 0; line <= lines_; ++line)
                if (line / run % sets == set) expected.push_back(line);
            if (expected != lines) continue;
            result_.order = SetOrder::linear;
            result_.set_bytes = run * line_ * word_bytes;
            return;
        }
        result_.order = SetOrder::hashed;
    }

    ProbeBench& bench_;
    const ConflictGroup& group_;
    ProbeResult& result_;
    std::uint64_t line_;
    std::uint64_t lines_;
    bool all_missed_;
    std::vector<std::size_t> first_size_; ///< [sets] number of lines when the set first overflowed: ways + 1
};

} // namespace

void scan_sets(ProbeBench& bench, const ConflictGroup& group, ProbeResult& result) {
    SetScan(bench, group, result).run();
}

} // namespace hitmap
