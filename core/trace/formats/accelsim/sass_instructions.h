#pragma once

#include "core/trace/formats/accelsim/kernel_piece.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::accelsim {

/// The instructions of a recording, which are added to it as they appear.
class SassInstructions {
public:
    /// The arguments must outlive the object.
    SassInstructions(RecordingSink& sink, ImportWarnings& warnings) : table_(sink, warnings) {}

    /// Returns the index of an instruction in the recording.
    /// @param instruction  accesses memory
    /// @param space        of the request: instructions with generic addresses have one row for each space
    std::uint32_t index_of(const std::string& kernel, const SassInstruction& instruction, Space space);
    [[nodiscard]] Space space(std::uint32_t index) const { return spaces_[index]; }

private:
    InstructionTable<std::string> table_; ///< by kernel, program counter, line, opcode and space
    std::vector<Space> spaces_;           ///< [instructions]
};

} // namespace hitmap::accelsim
