#pragma once

#include "core/trace/formats/memtracer/access_reader.h"
#include "core/trace/formats/memtracer/stored_scene.h"
#include "core/trace/formats/memtracer/survey.h"
#include "core/trace/model/recording.h"

#include <optional>
#include <vector>

namespace hitmap::memtracer {

/// What is known of a trace before its accesses are written.
struct SurveyedTrace {
    TraceHeader header;
    TraceTables tables;
    /// [instructions] those of the tables, and one for program counters that the tables do not have.
    std::vector<Instruction> instructions;
    std::vector<LaunchSurvey> launches; ///< [launches]
    AccessAnomalies anomalies;
    std::optional<StoredScene> scene;
};

/// The instructions of the tables by their opcodes, and one for all others. An instruction whose opcode is
/// not known loads 4 bytes and is counted. Locations are lines of listing().
[[nodiscard]] std::vector<Instruction> instructions_of(const TraceTables& tables, ImportWarnings& warnings);
/// A source text with the instructions in the order of their program counters.
[[nodiscard]] SourceText listing(const TraceTables& tables);

/// The allocations of the recording: the regions, whose roles are known if there is a scene, and local memory
/// if it is accessed.
[[nodiscard]] std::vector<Allocation> allocations_of(const SurveyedTrace& trace);
/// Sets the contents of allocations, which begin with those of the regions: with a scene, those of the nodes
/// alone. Contents beyond a limit are left out and counted. Throws FileError, Cancelled.
void read_contents(SeekableInput& file, const SurveyedTrace& trace, ImportWarnings& warnings,
                   std::vector<Allocation>& allocations);

} // namespace hitmap::memtracer
