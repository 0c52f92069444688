#pragma once

#include "core/probe/chase/chase.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Parses runs of a chase: one line per load, in order, `index,latency` or `run,index,latency` with that
/// header. index is that of the 4-byte word that was loaded, latency is in cycles. A new number in `run`
/// begins a new run with a cold cache. Throws FileError that names `file`, the line, what was expected and
/// what was found.
[[nodiscard]] std::vector<ChaseRun> parse_chase_csv(std::string_view text, std::string_view file);

/// The header of the output of chase_csv_lines().
inline constexpr std::string_view chase_csv_header = "run,index,latency\n";
[[nodiscard]] std::string chase_csv_lines(const ChaseRun& run, std::uint64_t number);

/// A source of measured runs. It has no others.
class RecordedSource : public ChaseSource {
public:
    explicit RecordedSource(std::vector<ChaseRun> runs);
    /// Returns the longest run that visits the elements of the chain, of at least two laps; `laps` is
    /// ignored.
    const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) override;
    [[nodiscard]] std::span<const ChaseRun> recorded() const override { return runs_; }

private:
    std::vector<ChaseRun> runs_;
    std::multimap<std::uint64_t, std::size_t> by_lap_; ///< length of a lap -> run
};

} // namespace hitmap
