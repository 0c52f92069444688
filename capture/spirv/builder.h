#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/spirv/decorations.h"
#include "capture/spirv/module.h"

namespace hitmap::capture {

/// Instructions that are added to a function.
class Code {
public:
    /// An instruction without result.
    void add(spv::Op opcode, std::initializer_list<std::uint32_t> operands);
    void append(const Code& code) { words_.insert(words_.end(), code.words_.begin(), code.words_.end()); }
    void append(std::span<const std::uint32_t> words) {
        words_.insert(words_.end(), words.begin(), words.end());
    }
    [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

private:
    std::vector<std::uint32_t> words_;
};

/// What is added to a module: ids, capabilities, types, constants, variables and functions. Types that may
/// exist only once are those of the module if it has them (SPIR-V section 2.8 "Types and Variables").
class Builder {
public:
    Builder(const Module& module, const Decorations& decorations);

    /// Throws ModuleError if the module has no ids left
    std::uint32_t id();
    void capability(spv::Capability capability);
    [[nodiscard]] bool has_capability(spv::Capability capability) const;
    void extension(const std::string& name);
    void name(std::uint32_t id, std::string_view name);
    void execution_mode(std::uint32_t function, spv::ExecutionMode mode) {
        modes_.add(spv::Op::OpExecutionMode, {function, static_cast<std::uint32_t>(mode)});
    }
    void decorate(std::uint32_t id, spv::Decoration decoration,
                  std::initializer_list<std::uint32_t> literals);

    std::uint32_t void_type() { return declare(spv::Op::OpTypeVoid, {}); }
    std::uint32_t bool_type() { return declare(spv::Op::OpTypeBool, {}); }
    std::uint32_t u32() { return declare(spv::Op::OpTypeInt, {32, 0}); }
    std::uint32_t i32() { return declare(spv::Op::OpTypeInt, {32, 1}); }
    std::uint32_t u64();
    std::uint32_t f32() { return declare(spv::Op::OpTypeFloat, {32}); }
    std::uint32_t vector(std::uint32_t component, std::uint32_t count);
    std::uint32_t pointer(spv::StorageClass storage, std::uint32_t type);
    std::uint32_t function_type(std::span<const std::uint32_t> parameters); ///< returns void

    std::uint32_t constant(std::uint32_t value); ///< of u32()
    std::uint32_t true_constant() { return declare(spv::Op::OpConstantTrue, {bool_type()}); }
    std::uint32_t constant64(std::uint64_t value);
    std::uint32_t variable(spv::StorageClass storage, std::uint32_t type, std::uint32_t initializer = 0);

    /// An instruction with a new result in code.
    std::uint32_t value(Code& code, spv::Op opcode, std::uint32_t type,
                        std::initializer_list<std::uint32_t> operands);
    void add_function(const Code& code) { functions_.append(code); }

    [[nodiscard]] std::uint32_t bound() const { return bound_; }
    [[nodiscard]] const std::set<spv::Capability>& new_capabilities() const { return new_capabilities_; }
    [[nodiscard]] const std::set<std::string>& new_extensions() const { return new_extensions_; }
    [[nodiscard]] const Code& modes() const { return modes_; }
    [[nodiscard]] const Code& names() const { return names_; }
    [[nodiscard]] const Code& annotations() const { return annotations_; }
    [[nodiscard]] const Code& globals() const { return globals_; }
    [[nodiscard]] const Code& functions() const { return functions_; }

private:
    using Key = std::vector<std::uint32_t>; // opcode and operands without the result

    /// A type, or a constant with its type first among the operands.
    std::uint32_t declare(spv::Op opcode, const std::vector<std::uint32_t>& operands);

    std::uint32_t bound_;
    std::map<Key, std::uint32_t> declared_;
    std::set<spv::Capability> capabilities_;
    std::set<spv::Capability> new_capabilities_;
    std::set<std::string> extensions_;
    std::set<std::string> new_extensions_;
    Code modes_;
    Code names_;
    Code annotations_;
    Code globals_;
    Code functions_;
};

/// The words of a text as an operand.
[[nodiscard]] std::vector<std::uint32_t> text_words(std::string_view text);

} // namespace hitmap::capture
