#pragma once

#include "core/trace/import/import_warnings.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

namespace hitmap {

/// Adds instructions to a sink. When few of the instructions that a recording can have are left, further
/// instructions are represented by one for each operation, space and number of bytes, which has no place in
/// the source.
class InstructionAdder {
public:
    /// @param sink, warnings  must outlive the object
    InstructionAdder(RecordingSink& sink, ImportWarnings& warnings) : sink_(sink), warnings_(warnings) {}
    /// Whether a further instruction is represented by a common one.
    [[nodiscard]] bool full() const { return count_ >= most_separate; }
    /// Adds an instruction, or finds the common one. Returns its index. An access by a common instruction is
    /// a warning.
    std::uint32_t add(const Instruction& instruction);

private:
    static constexpr std::uint32_t most_common = 3 * 3 * RecordingLimits::bytes_per_lane;
    static constexpr std::uint32_t most_separate = RecordingLimits::table_rows - most_common;

    RecordingSink& sink_;
    ImportWarnings& warnings_;
    std::uint32_t count_ = 0; ///< without common instructions
    std::map<std::tuple<Operation, Space, std::uint16_t>, std::uint32_t> common_;
};

/// Numbers the instructions of a recording in the order in which they appear. A key identifies an
/// instruction in the file.
template <class Key, class Hash = std::hash<Key>>
class InstructionTable {
public:
    InstructionTable(RecordingSink& sink, ImportWarnings& warnings) : adder_(sink, warnings) {}
    /// Returns the index of the instruction with this key. make() returns the instruction if it is new.
    template <class Make>
    std::uint32_t index_of(const Key& key, const Make& make) {
        const auto found = indices_.find(key);
        if (found != indices_.end()) return found->second;
        const bool separate = !adder_.full(); // so that memory is limited
        const std::uint32_t index = adder_.add(make());
        if (separate) indices_.emplace(key, index);
        return index;
    }

private:
    InstructionAdder adder_;
    std::unordered_map<Key, std::uint32_t, Hash> indices_;
};

} // namespace hitmap
