#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "capture/spirv/grammar.h"

namespace hitmap::capture {

/// A module that cannot be read or changed; the text is one sentence.
class ModuleError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Instruction {
    spv::Op opcode = spv::Op::OpNop;
    std::uint32_t word = 0; ///< position in the module
    std::span<const std::uint32_t> words;
    std::uint32_t type = 0;   ///< id of the result's type; 0: none
    std::uint32_t result = 0; ///< id; 0: none

    /// Word i. Throws ModuleError if the instruction is shorter
    [[nodiscard]] std::uint32_t operator[](std::size_t i) const {
        if (i >= words.size()) throw ModuleError("An instruction has too few operands.");
        return words[i];
    }
    [[nodiscard]] std::size_t size() const { return words.size(); }
    /// The text that begins with word i. @param behind  set to the first word behind it if not null
    [[nodiscard]] std::string text(std::size_t i, std::size_t* behind = nullptr) const;
};

/// The instructions of a SPIR-V module in order. Ids are checked where they are results, and with find()
/// where they are operands. SPIR-V specification, section 2.3 "Physical Layout of a SPIR-V Module and
/// Instruction".
class Module {
public:
    /// Throws ModuleError.
    explicit Module(std::span<const std::uint32_t> words);
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    [[nodiscard]] std::uint32_t version() const { return words_[1]; } ///< 0x00010300 for 1.3
    [[nodiscard]] std::uint32_t generator() const { return words_[2]; }
    [[nodiscard]] std::uint32_t bound() const { return words_[3]; }
    [[nodiscard]] std::span<const std::uint32_t> words() const {
        return words_;
    } ///< in the byte order of this machine
    [[nodiscard]] std::span<const Instruction> instructions() const { return instructions_; }
    /// Index of the first OpFunction, or the number of instructions.
    [[nodiscard]] std::size_t first_function() const { return first_function_; }

    /// The instruction with this result, or null.
    [[nodiscard]] const Instruction* find(std::uint32_t id) const;
    /// Throws ModuleError if there is none.
    [[nodiscard]] const Instruction& at(std::uint32_t id) const;
    /// The type of a value, or null.
    [[nodiscard]] const Instruction* type_of(std::uint32_t id) const;
    /// A constant that specialisation does not change, as 64 bits; no value if it is none.
    [[nodiscard]] std::optional<std::uint64_t> constant(std::uint32_t id) const;

private:
    void add(std::uint32_t word, std::uint32_t count);

    std::vector<std::uint32_t> words_;
    std::vector<Instruction> instructions_;
    std::vector<std::uint32_t> definitions_; // [id] index in instructions_ + 1
    std::size_t first_function_ = 0;
};

/// Whether a type is an array with or without length.
inline bool is_array(const Instruction& type) {
    return type.opcode == spv::Op::OpTypeArray || type.opcode == spv::Op::OpTypeRuntimeArray;
}

/// The greatest bound that SPIR-V section 2.17 "Universal Limits" lets every implementation accept.
constexpr std::uint32_t max_bound = 4194303;

} // namespace hitmap::capture
