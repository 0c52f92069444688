#include "capture/spirv/decorations.h"

namespace hitmap::capture {

namespace {

constexpr std::uint32_t no_member = 0xffffffff; // the key of the id itself
constexpr std::uint32_t name_key = 0xffffffff;
constexpr std::size_t max_decorations = 4'000'000; // a short text of groups could ask for any number

} // namespace

std::size_t Decorations::Hash::operator()(const Key& key) const {
    std::uint64_t hash = key.id;
    for (const std::uint32_t part : {key.member, key.what})
        hash = (hash ^ part) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

Decorations::Decorations(const Module& module) {
    for (std::size_t i = 0; i < module.first_function(); ++i)
        read(module.instructions()[i]);
}

void Decorations::set(std::uint32_t id, std::uint32_t member, std::uint32_t decoration,
                      std::uint32_t literal) {
    literals_.try_emplace(Key{id, member, decoration}, literal);
    decorated_.insert(id);
    if (literals_.size() > max_decorations) throw ModuleError("There are more than 4 million decorations.");
}

void Decorations::read(const Instruction& instruction) {
    const auto literal = [&](std::size_t i) { return i < instruction.size() ? instruction[i] : 0; };
    switch (instruction.opcode) {
    case spv::Op::OpName:
        names_.try_emplace(Key{instruction[1], no_member, name_key}, instruction.text(2));
        break;
    case spv::Op::OpMemberName:
        names_.try_emplace(Key{instruction[1], instruction[2], name_key}, instruction.text(3));
        break;
    case spv::Op::OpDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
        set(instruction[1], no_member, instruction[2], literal(3));
        groups_[instruction[1]].emplace_back(instruction[2], literal(3));
        break;
    case spv::Op::OpMemberDecorate:
        set(instruction[1], instruction[2], instruction[3], literal(4));
        break;
    case spv::Op::OpGroupDecorate:
        for (std::size_t i = 2; i < instruction.size(); ++i) {
            for (const auto& [decoration, value] : groups_[instruction[1]])
                set(instruction[i], no_member, decoration, value);
        }
        break;
    case spv::Op::OpGroupMemberDecorate:
        for (std::size_t i = 2; i + 1 < instruction.size(); i += 2) {
            for (const auto& [decoration, value] : groups_[instruction[1]])
                set(instruction[i], instruction[i + 1], decoration, value);
        }
        break;
    default:
        break;
    }
}

std::optional<std::uint32_t> Decorations::find(std::uint32_t id, spv::Decoration decoration) const {
    return find_member(id, no_member, decoration);
}

std::optional<std::uint32_t> Decorations::find_member(std::uint32_t structure, std::uint32_t member,
                                                      spv::Decoration decoration) const {
    const auto found = literals_.find(Key{structure, member, static_cast<std::uint32_t>(decoration)});
    if (found == literals_.end()) return std::nullopt;
    return found->second;
}

const std::string& Decorations::name(std::uint32_t id) const {
    return member_name(id, no_member);
}

const std::string& Decorations::member_name(std::uint32_t structure, std::uint32_t member) const {
    static const std::string no_name;
    const auto found = names_.find(Key{structure, member, name_key});
    return found == names_.end() ? no_name : found->second;
}

} // namespace hitmap::capture
