#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/spirv/capture_site.h"
#include "capture/spirv/decorations.h"
#include "capture/spirv/module.h"

namespace hitmap::capture {

/// The place in the source of each instruction, from OpLine and from the debug information of
/// NonSemantic.Shader.DebugInfo.100 and OpenCL.DebugInfo.100.
class SourceLines {
public:
    SourceLines(const Module& module, const Decorations& decorations);

    /// Notes one instruction behind the first OpFunction. Must be called for all of them, in order.
    void follow(const Instruction& instruction);
    [[nodiscard]] const SourceLocation& location() const { return location_; }
    /// The function of the source, which after inlining is another than that of the module.
    [[nodiscard]] std::string function() const;
    [[nodiscard]] std::vector<InlinedAt> inlined_at() const;
    /// Whether it is an instruction of a set without semantics, such as debug information.
    [[nodiscard]] bool is_debug(const Instruction& instruction) const;

    [[nodiscard]] const std::vector<SourceText>& sources() const { return sources_; }
    std::vector<SourceText> take_sources() { return std::move(sources_); }

private:
    void read_source(const Instruction& instruction);
    void read_debug_source(const Instruction& instruction);
    std::uint32_t source_named(const std::string& name);
    [[nodiscard]] std::uint32_t source_of(std::uint32_t debug_source) const;
    [[nodiscard]] std::string string(std::uint32_t id) const;
    /// An operand that is a literal in one set and a constant in the other.
    [[nodiscard]] std::uint32_t number(const Instruction& instruction, std::size_t operand) const;
    void follow_debug(const Instruction& instruction);
    /// The name of the DebugFunction that contains a scope.
    [[nodiscard]] std::string function_of(std::uint32_t scope) const;
    [[nodiscard]] std::uint32_t
    debug_instruction(const Instruction& instruction) const; ///< no_index: of another set
    [[nodiscard]] const Instruction* find_debug(std::uint32_t id, std::uint32_t number) const;

    const Module& module_;
    const Decorations& decorations_;
    bool keeps_lines_;
    std::unordered_map<std::uint32_t, bool> sets_; // debug information: whether numbers are literals
    std::unordered_map<std::uint32_t, bool> non_semantic_;
    std::vector<SourceText> sources_;
    std::unordered_map<std::string, std::uint32_t> source_numbers_;
    std::unordered_map<std::uint32_t, std::uint32_t>
        debug_sources_;                    // DebugSource or OpString: index in sources_
    std::uint32_t last_source_ = no_index; // that OpSourceContinued continues
    SourceLocation location_;
    std::uint32_t function_ = 0; // id of the OpFunction
    std::uint32_t scope_ = 0;
    std::uint32_t inlined_ = 0;
};

} // namespace hitmap::capture
