#include "capture/spirv/builder.h"

namespace hitmap::capture {

namespace {

using spv::Op;

std::uint32_t first_word(Op opcode, std::size_t words) {
    return static_cast<std::uint32_t>(words) << spv::WordCountShift | static_cast<std::uint32_t>(opcode);
}

/// Types that a module may declare only once.
bool is_unique_type(Op opcode) {
    return opcode == Op::OpTypeVoid || opcode == Op::OpTypeBool || opcode == Op::OpTypeInt ||
           opcode == Op::OpTypeFloat || opcode == Op::OpTypeVector || opcode == Op::OpTypePointer ||
           opcode == Op::OpTypeFunction;
}

} // namespace

void Code::add(Op opcode, std::initializer_list<std::uint32_t> operands) {
    words_.push_back(first_word(opcode, operands.size() + 1));
    words_.insert(words_.end(), operands.begin(), operands.end());
}

std::vector<std::uint32_t> text_words(std::string_view text) {
    std::vector<std::uint32_t> words(text.size() / 4 + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        words[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << i % 4 * 8;
    }
    return words;
}

Builder::Builder(const Module& module, const Decorations& decorations) : bound_(module.bound()) {
    for (const Instruction& i : module.instructions().first(module.first_function())) {
        if (i.opcode == Op::OpCapability) capabilities_.insert(static_cast<spv::Capability>(i[1]));
        if (i.opcode == Op::OpExtension) extensions_.insert(i.text(1));
        // A decorated pointer has another meaning, for example a stride.
        if (!is_unique_type(i.opcode) ||
            (i.opcode == Op::OpTypePointer && decorations.is_decorated(i.result)))
            continue;
        Key key{static_cast<std::uint32_t>(i.opcode)};
        key.insert(key.end(), i.words.begin() + 2, i.words.end());
        declared_.try_emplace(key, i.result);
    }
}

std::uint32_t Builder::id() {
    if (bound_ >= max_bound) throw ModuleError("The module has no ids left.");
    return bound_++;
}

void Builder::capability(spv::Capability capability) {
    if (capabilities_.insert(capability).second) new_capabilities_.insert(capability);
}

bool Builder::has_capability(spv::Capability capability) const {
    return capabilities_.contains(capability);
}

void Builder::extension(const std::string& name) {
    if (extensions_.insert(name).second) new_extensions_.insert(name);
}

void Builder::name(std::uint32_t id, std::string_view name) {
    const std::vector<std::uint32_t> words = text_words(name);
    const std::uint32_t head[] = {first_word(Op::OpName, words.size() + 2), id};
    names_.append(head);
    names_.append(words);
}

void Builder::decorate(std::uint32_t id, spv::Decoration decoration,
                       std::initializer_list<std::uint32_t> literals) {
    const std::uint32_t head[] = {first_word(Op::OpDecorate, literals.size() + 3), id,
                                  static_cast<std::uint32_t>(decoration)};
    annotations_.append(head);
    annotations_.append(std::span(literals.begin(), literals.size()));
}

std::uint32_t Builder::declare(Op opcode, const std::vector<std::uint32_t>& operands) {
    Key key{static_cast<std::uint32_t>(opcode)};
    key.insert(key.end(), operands.begin(), operands.end());
    const auto [found, is_new] = declared_.try_emplace(key, 0);
    if (!is_new) return found->second;
    found->second = id();
    std::vector<std::uint32_t> words{first_word(opcode, operands.size() + 2)};
    words.insert(words.end(), operands.begin(), operands.end());
    // The result comes first in a type, and behind the type in a constant.
    const bool is_constant = opcode == Op::OpConstant || opcode == Op::OpConstantTrue;
    words.insert(words.begin() + (is_constant ? 2 : 1), found->second);
    globals_.append(words);
    return found->second;
}

std::uint32_t Builder::u64() {
    capability(spv::Capability::Int64);
    return declare(Op::OpTypeInt, {64, 0});
}

std::uint32_t Builder::vector(std::uint32_t component, std::uint32_t count) {
    return declare(Op::OpTypeVector, {component, count});
}

std::uint32_t Builder::pointer(spv::StorageClass storage, std::uint32_t type) {
    return declare(Op::OpTypePointer, {static_cast<std::uint32_t>(storage), type});
}

std::uint32_t Builder::function_type(std::span<const std::uint32_t> parameters) {
    std::vector<std::uint32_t> operands{void_type()};
    operands.insert(operands.end(), parameters.begin(), parameters.end());
    return declare(Op::OpTypeFunction, operands);
}

std::uint32_t Builder::constant(std::uint32_t value) {
    return declare(Op::OpConstant, {u32(), value});
}

std::uint32_t Builder::constant64(std::uint64_t value) {
    return declare(Op::OpConstant,
                   {u64(), static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)});
}

std::uint32_t Builder::variable(spv::StorageClass storage, std::uint32_t type, std::uint32_t initializer) {
    const std::uint32_t pointer_type = pointer(storage, type);
    const std::uint32_t result = id();
    if (initializer == 0) {
        globals_.add(Op::OpVariable, {pointer_type, result, static_cast<std::uint32_t>(storage)});
    } else {
        globals_.add(Op::OpVariable,
                     {pointer_type, result, static_cast<std::uint32_t>(storage), initializer});
    }
    return result;
}

std::uint32_t Builder::value(Code& code, Op opcode, std::uint32_t type,
                             std::initializer_list<std::uint32_t> operands) {
    const std::uint32_t result = id();
    const std::uint32_t head[] = {first_word(opcode, operands.size() + 3), type, result};
    code.append(head);
    code.append(std::span(operands.begin(), operands.size()));
    return result;
}

} // namespace hitmap::capture
