#include "capture/spirv/module.h"

#include <algorithm>
#include <bit>

namespace hitmap::capture {

namespace {

constexpr std::uint32_t header_words = 5;

std::uint32_t swapped(std::uint32_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

} // namespace

std::string Instruction::text(std::size_t i, std::size_t* behind) const {
    std::string text;
    for (; i < words.size(); ++i) {
        for (unsigned byte = 0; byte < 4; ++byte) {
            const char c = static_cast<char>(words[i] >> 8 * byte & 0xff);
            if (c == 0) {
                if (behind) *behind = i + 1;
                return text;
            }
            text += c;
        }
    }
    throw ModuleError("A text has no end.");
}

Module::Module(std::span<const std::uint32_t> words) : words_(words.begin(), words.end()) {
    if (words_.size() < header_words) throw ModuleError("The module is shorter than its header.");
    if (words_[0] == swapped(spv::MagicNumber)) {
        std::transform(words_.begin(), words_.end(), words_.begin(), swapped);
    }
    if (words_[0] != spv::MagicNumber)
        throw ModuleError("The module does not begin with the number of SPIR-V.");
    if (version() < 0x00010000 || version() > 0x00010600 || (version() & 0xff) != 0) {
        throw ModuleError("The version of SPIR-V is not one of 1.0 to 1.6.");
    }
    if (bound() == 0 || bound() > max_bound) throw ModuleError("The bound of ids is not in 1 to 4194303.");
    definitions_.resize(bound());
    for (std::uint32_t word = header_words; word < words_.size();) {
        const std::uint32_t count = words_[word] >> spv::WordCountShift;
        if (count == 0 || count > words_.size() - word)
            throw ModuleError("An instruction has a wrong length.");
        add(word, count);
        word += count;
    }
    const auto function = std::find_if(instructions_.begin(), instructions_.end(),
                                       [](const Instruction& i) { return i.opcode == spv::Op::OpFunction; });
    first_function_ = static_cast<std::size_t>(function - instructions_.begin());
}

void Module::add(std::uint32_t word, std::uint32_t count) {
    Instruction instruction{.opcode = static_cast<spv::Op>(words_[word] & spv::OpCodeMask),
                            .word = word,
                            .words = std::span(words_).subspan(word, count)};
    bool has_result = false;
    bool has_type = false;
    spv::HasResultAndType(instruction.opcode, &has_result, &has_type);
    if (has_type) instruction.type = instruction[1];
    if (has_result) {
        instruction.result = instruction[has_type ? 2 : 1];
        if (instruction.result == 0 || instruction.result >= bound())
            throw ModuleError("An id is not below the bound.");
        std::uint32_t& definition = definitions_[instruction.result];
        if (definition != 0) throw ModuleError("Two instructions have the same result.");
        definition = static_cast<std::uint32_t>(instructions_.size()) + 1;
    }
    instructions_.push_back(instruction);
}

const Instruction* Module::find(std::uint32_t id) const {
    if (id >= definitions_.size() || definitions_[id] == 0) return nullptr;
    return &instructions_[definitions_[id] - 1];
}

const Instruction& Module::at(std::uint32_t id) const {
    const Instruction* instruction = find(id);
    if (!instruction) throw ModuleError("An operand is an id without a definition.");
    return *instruction;
}

const Instruction* Module::type_of(std::uint32_t id) const {
    const Instruction* value = find(id);
    return value ? find(value->type) : nullptr;
}

std::optional<std::uint64_t> Module::constant(std::uint32_t id) const {
    const Instruction* instruction = find(id);
    const Instruction* type = type_of(id);
    if (!type || type->opcode != spv::Op::OpTypeInt) return std::nullopt;
    if (instruction->opcode == spv::Op::OpConstantNull) return 0;
    if (instruction->opcode != spv::Op::OpConstant) return std::nullopt;
    std::uint64_t value = (*instruction)[3];
    if (instruction->size() > 4) value |= std::uint64_t{(*instruction)[4]} << 32;
    return value;
}

} // namespace hitmap::capture
