#pragma once

#include "core/probe/chase.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Reads runs of a chase: one line a load, in order, `index,latency` or `run,index,latency` with such a
/// header. index is that of the 4-byte word that was loaded, latency in cycles; another number under `run`
/// begins another run, on a cold cache. Throws FileError naming `file`, line, what was expected and found.
[[nodiscard]] std::vector<ChaseRun> parse_chase_csv(std::string_view text, std::string_view file);

/// The header of what chase_csv_lines() writes.
inline constexpr std::string_view chase_csv_header = "run,index,latency\n";
[[nodiscard]] std::string chase_csv_lines(const ChaseRun& run, std::uint64_t number);

/// Runs that were measured. Only those can be had.
class RecordedSource : public ChaseSource {
public:
    explicit RecordedSource(std::vector<ChaseRun> runs);
    /// The longest run that visits what the chain says, of two laps or more; `laps` is not looked at.
    const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) override;
    [[nodiscard]] std::span<const ChaseRun> recorded() const override { return runs_; }

private:
    std::vector<ChaseRun> runs_;
    std::multimap<std::uint64_t, std::size_t> by_lap_; ///< length of a lap -> run
};

} // namespace hitmap
