#pragma once

#include <cstdint>

#include "capture/spirv/entry_points.h"

namespace hitmap::capture {

/// The number of the draw that an invocation works for. A vertex shader reads it as an input of the pipeline
/// and hands it to the fragment shader through an output.
class DrawNumber {
public:
    DrawNumber(const Module& module, const Decorations& decorations, Builder& builder,
               const InstrumentOptions& options);

    /// Whether an entry point has the number.
    [[nodiscard]] bool is_in(const Entry& entry) const;
    /// Whether the entry point is changed even if it records nothing: it hands the number on.
    [[nodiscard]] bool hands_on(const Entry& entry) const;
    /// The number as u32.
    /// Throws ModuleError if the entry point uses the locations itself
    std::uint32_t load(Code& code, Entry& entry);
    /// Writes the output of a vertex shader.
    /// Throws ModuleError if the entry point uses the location itself
    void hand_on(Code& code, Entry& entry);

private:
    std::uint32_t variable(Entry& entry, spv::StorageClass storage, std::uint32_t location);
    void check_free(const Entry& entry, spv::StorageClass storage, std::uint32_t location) const;
    [[nodiscard]] std::uint64_t locations(const Instruction& type, unsigned depth = 0) const;

    const Module& module_;
    const Decorations& decorations_;
    Builder& builder_;
    const InstrumentOptions& options_;
    std::unordered_map<std::uint64_t, std::uint32_t> added_; // by function and storage class
};

} // namespace hitmap::capture
