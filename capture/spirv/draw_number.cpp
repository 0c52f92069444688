#include "capture/spirv/draw_number.h"

#include <algorithm>
#include <optional>

namespace hitmap::capture {

using spv::ExecutionModel;
using spv::Op;
using spv::StorageClass;

DrawNumber::DrawNumber(const Module& module, const Decorations& decorations, Builder& builder,
                       const InstrumentOptions& options)
    : module_(module), decorations_(decorations), builder_(builder), options_(options) {}

bool DrawNumber::is_in(const Entry& entry) const {
    return options_.draw_input != no_index &&
           (entry.model == ExecutionModel::Vertex || entry.model == ExecutionModel::Fragment);
}

bool DrawNumber::hands_on(const Entry& entry) const {
    return is_in(entry) && entry.model == ExecutionModel::Vertex;
}

std::uint32_t DrawNumber::load(Code& code, Entry& entry) {
    const std::uint32_t location =
        entry.model == ExecutionModel::Vertex ? options_.draw_input : options_.draw_output;
    return builder_.value(code, Op::OpLoad, builder_.u32(), {variable(entry, StorageClass::Input, location)});
}

void DrawNumber::hand_on(Code& code, Entry& entry) {
    const std::uint32_t number = load(code, entry);
    code.add(Op::OpStore, {variable(entry, StorageClass::Output, options_.draw_output), number});
}

std::uint32_t DrawNumber::variable(Entry& entry, StorageClass storage, std::uint32_t location) {
    std::uint32_t& added = added_[std::uint64_t{entry.function} << 32 | static_cast<std::uint32_t>(storage)];
    if (added != 0) return added;
    check_free(entry, storage, location);
    added = builder_.variable(storage, builder_.u32());
    builder_.decorate(added, spv::Decoration::Location, {location});
    // Integers are not interpolated: VUID-StandaloneSpirv-Flat-04744.
    if (entry.model == ExecutionModel::Fragment) builder_.decorate(added, spv::Decoration::Flat, {});
    builder_.name(added, "hitmap_draw");
    entry.added.push_back(added);
    return added;
}

/// Vulkan, "Location and Component Assignment": what a variable takes.
std::uint64_t DrawNumber::locations(const Instruction& type, unsigned depth) const {
    constexpr std::uint64_t many = 1U << 20;
    if (depth > 32) throw ModuleError("A type is nested too deeply."); // or contains itself
    switch (type.opcode) {
    case Op::OpTypeVector:
        return module_.at(type[2])[2] == 64 && type[3] > 2 ? 2 : 1;
    case Op::OpTypeMatrix:
        return std::min(many, locations(module_.at(type[2]), depth + 1) * type[3]);
    case Op::OpTypeArray: {
        const std::optional<std::uint64_t> length = module_.constant(type[3]);
        if (!length) return many;
        return std::min(many, std::min(many, *length) * locations(module_.at(type[2]), depth + 1));
    }
    case Op::OpTypeStruct: {
        std::uint64_t sum = 0;
        for (std::size_t i = 2; i < type.size(); ++i)
            sum = std::min(many, sum + locations(module_.at(type[i]), depth + 1));
        return sum;
    }
    default:
        return 1;
    }
}

void DrawNumber::check_free(const Entry& entry, StorageClass storage, std::uint32_t location) const {
    const auto check = [&](std::uint32_t first, const Instruction& type) {
        if (first <= location && location - first < locations(type))
            throw ModuleError("It uses location " + std::to_string(location) +
                              ", which would be that of the draw's number.");
    };
    for (const std::uint32_t id : entry.interface) {
        const Instruction* const own = module_.find(id);
        if (own == nullptr || own->opcode != Op::OpVariable ||
            static_cast<StorageClass>((*own)[3]) != storage)
            continue;
        const Instruction& type = module_.at(module_.at(own->type)[3]);
        if (const auto first = decorations_.find(id, spv::Decoration::Location)) check(*first, type);
        if (type.opcode != Op::OpTypeStruct) continue;
        for (std::uint32_t i = 0; i + 2 < type.size(); ++i)
            if (const auto first = decorations_.find_member(type.result, i, spv::Decoration::Location))
                check(*first, module_.at(type[i + 2]));
    }
}

} // namespace hitmap::capture
