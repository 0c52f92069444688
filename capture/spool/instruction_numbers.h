#pragma once

#include "core/trace/recorder/recorder.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// The instructions of the recording that a site becomes.
struct SiteInstructions {
    std::uint32_t first = 0;         ///< number of the first; the others follow
    std::vector<AccessPiece> pieces; ///< [instructions]
    const SpoolModule* module = nullptr;
    const Access* access = nullptr;
};

/// Adds the instructions of all sites that occur, the source texts and the basic blocks to a recording.
class InstructionNumbers {
public:
    InstructionNumbers(const SpoolTables& tables, const SpoolSurvey& survey, hmt_recorder* recorder);

    /// Null: the site is no access that the survey found, or one that it left out.
    [[nodiscard]] const SiteInstructions* access(std::uint32_t site) const {
        const auto found = accesses_.find(site);
        return found == accesses_.end() ? nullptr : &found->second;
    }
    /// The basic block of a site, or the greatest number if it is none.
    [[nodiscard]] std::uint32_t block(std::uint32_t site) const;

private:
    void add_access(std::uint32_t site, const SpoolModule& module, const Access& access,
                    std::uint32_t texel_bytes, hmt_recorder* recorder);
    void add_blocks(const SpoolTables& tables, hmt_recorder* recorder);

    std::unordered_map<std::uint32_t, SiteInstructions> accesses_; ///< by site
    std::unordered_map<std::uint32_t, std::uint32_t> blocks_;      ///< by site
    std::uint32_t instructions_ = 0;
};

/// The basic blocks of all modules; a recording has room for the first of them.
[[nodiscard]] std::size_t count_blocks(const SpoolTables& tables);

/// The texts of the source files that the program's modules contain, each once.
void add_sources(const SpoolTables& tables, hmt_recorder* recorder);

} // namespace hitmap::capture
