#include "capture/spirv/place.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hitmap::capture {

namespace {

using spv::Op;
using spv::StorageClass;

constexpr std::size_t max_terms = 32;
constexpr std::size_t max_path = 200;
constexpr unsigned max_calls = 64; // nesting of calls that parameters are followed through

StorageClass storage_class(const Instruction& pointer_type) {
    return static_cast<StorageClass>(pointer_type[2]);
}

Place unknown(std::string reason) {
    Place place;
    place.kind = Place::Kind::unknown;
    place.reason = std::move(reason);
    return place;
}

/// Storage classes whose variables have descriptors.
bool has_descriptor(StorageClass storage) {
    return storage == StorageClass::StorageBuffer || storage == StorageClass::Uniform ||
           storage == StorageClass::UniformConstant;
}

} // namespace

Places::Places(const Module& module, const Decorations& decorations, const Layout& layout)
    : module_(module), decorations_(decorations), layout_(layout) {
    find_parameters();
    // The places of arguments are needed before functions that are defined earlier.
    for (const Instruction& i : module_.instructions().subspan(module_.first_function()))
        follow(i);
}

void Places::find_parameters() {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> parameters; // by function
    std::uint32_t function = 0;
    for (const Instruction& i : module_.instructions().subspan(module_.first_function())) {
        if (i.opcode == Op::OpFunction) function = i.result;
        if (i.opcode == Op::OpFunctionParameter) parameters[function].push_back(i.result);
    }
    for (const Instruction& i : module_.instructions().subspan(module_.first_function())) {
        if (i.opcode != Op::OpFunctionCall) continue;
        const auto& called = parameters[i[3]];
        for (std::size_t k = 0; k < called.size() && k + 4 < i.size(); ++k) {
            const auto [argument, is_first] = arguments_.try_emplace(called[k], i[4 + k]);
            if (!is_first && argument->second != i[4 + k]) argument->second = 0;
        }
    }
}

Place Places::of_variable(const Instruction& variable) const {
    const Instruction& pointer = module_.at(variable.type);
    if (pointer.opcode != Op::OpTypePointer) return {};
    if (storage_class(pointer) == StorageClass::ShaderRecordBufferKHR) {
        return unknown("A shader record has no descriptor.");
    }
    if (!has_descriptor(storage_class(pointer))) return {};
    if (!decorations_.has(variable.result, spv::Decoration::Binding)) {
        return unknown("Its variable has no descriptor.");
    }
    Place place;
    place.kind = Place::Kind::descriptor;
    place.variable = variable.result;
    place.type = pointer[3];
    place.awaits_array_index = is_array(module_.at(place.type));
    return place;
}

/// A pointer that comes from memory, a parameter, a phi and so on. @param reason  why its variable is not
/// known
Place Places::of_pointer_type(const Instruction& type, const char* reason) const {
    const StorageClass storage = storage_class(type);
    if (storage == StorageClass::PhysicalStorageBuffer) {
        Place place;
        place.kind = Place::Kind::address;
        place.type = type[3];
        if (module_.at(place.type).opcode == Op::OpTypeStruct) place.structure = place.type;
        return place;
    }
    if (has_descriptor(storage)) return unknown(reason);
    return {};
}

Place Places::place(std::uint32_t id) const {
    for (unsigned calls = 0; calls < max_calls; ++calls) {
        if (const auto known = places_.find(id); known != places_.end()) return known->second;
        const Instruction& definition = module_.at(id);
        if (definition.opcode == Op::OpVariable) return of_variable(definition);
        const auto argument = arguments_.find(id);
        const bool is_known = argument != arguments_.end() && argument->second != 0;
        const Instruction* type = module_.find(definition.type);
        const bool is_address = type && type->opcode == Op::OpTypePointer &&
                                storage_class(*type) == StorageClass::PhysicalStorageBuffer;
        if (definition.opcode == Op::OpFunctionParameter && is_known && !is_address) {
            id = argument->second;
            const auto found = places_.find(id);
            if (found == places_.end()) continue;
            // Ids of the caller are not known in the function.
            if (found->second.index_id == 0 && found->second.terms.empty()) return found->second;
            return unknown("Its pointer is an argument with an index that is not constant.");
        }
        if (type && type->opcode == Op::OpTypePointer) {
            const bool is_parameter = definition.opcode == Op::OpFunctionParameter;
            return of_pointer_type(*type, is_parameter ? "Calls of its function pass different variables."
                                                       : "Its pointer can point to more than one variable.");
        }
        if (type && (type->opcode == Op::OpTypeImage || type->opcode == Op::OpTypeSampledImage)) {
            return unknown("Its image can be more than one.");
        }
        return {};
    }
    return unknown("Its pointer is passed through more than 64 functions.");
}

void Places::follow(const Instruction& i) {
    try {
        switch (i.opcode) {
        case Op::OpAccessChain:
        case Op::OpInBoundsAccessChain:
            places_[i.result] = chain(i, false);
            break;
        case Op::OpPtrAccessChain:
        case Op::OpInBoundsPtrAccessChain:
            places_[i.result] = chain(i, true);
            break;
        case Op::OpSampledImage:
        case Op::OpImage:
        case Op::OpCopyObject: {
            const Place copied = place(i[3]);
            if (copied.kind != Place::Kind::none) places_[i.result] = copied;
            break;
        }
        case Op::OpLoad: {
            // An image keeps the descriptor that it is loaded from.
            const Instruction* type = module_.find(i.type);
            if (!type || (type->opcode != Op::OpTypeImage && type->opcode != Op::OpTypeSampledImage)) break;
            places_[i.result] = place(i[3]);
            break;
        }
        case Op::OpImageTexelPointer: {
            Place image = place(i[3]);
            if (image.kind == Place::Kind::descriptor && image.awaits_array_index)
                image = unknown("It has no index.");
            places_[i.result] = image;
            break;
        }
        default:
            break;
        }
    } catch (const LeftOutError& error) {
        places_[i.result] = unknown(error.what());
    }
}

Place Places::chain(const Instruction& instruction, bool has_element) const {
    Place place = this->place(instruction[3]);
    if (place.kind != Place::Kind::descriptor && place.kind != Place::Kind::address) return place;
    std::size_t first = 4;
    if (has_element) {
        const Instruction* base = module_.type_of(instruction[3]);
        if (!base) throw ModuleError("A pointer has no type.");
        if (place.kind == Place::Kind::descriptor)
            add(place, instruction[4], layout_.array_stride(base->result));
        add_path(place, "[]");
        first = 5;
    }
    for (std::size_t k = first; k < instruction.size(); ++k)
        descend(place, instruction[k]);
    return place;
}

void Places::add_path(Place& place, const std::string& part) const {
    if (place.path.size() + part.size() <= max_path) place.path += part;
}

void Places::add(Place& place, std::uint32_t index, std::uint32_t stride) const {
    if (place.kind == Place::Kind::address) return; // the pointer has the address
    if (const auto value = module_.constant(index)) {
        place.constant += static_cast<std::uint32_t>(*value) * stride;
        return;
    }
    if (place.terms.size() == max_terms) throw LeftOutError("Its address has more than 32 indices.");
    place.terms.push_back(Term{index, stride});
}

void Places::descend_array(Place& place, const Instruction& type, std::uint32_t index) const {
    const std::optional<std::uint64_t> value = module_.constant(index);
    if (place.awaits_array_index) {
        place.awaits_array_index = false;
        place.array_index = value && *value < no_index ? static_cast<std::uint32_t>(*value) : no_index;
        place.index_id = place.array_index == no_index ? index : 0;
    } else {
        add(place, index, layout_.array_stride(type.result));
        add_path(place, value ? "[" + std::to_string(*value) + "]" : "[]");
    }
    place.type = type[2];
}

void Places::descend(Place& place, std::uint32_t index) const {
    const Instruction& type = module_.at(place.type);
    switch (type.opcode) {
    case Op::OpTypeArray:
    case Op::OpTypeRuntimeArray:
        descend_array(place, type, index);
        break;
    case Op::OpTypeStruct: {
        const std::optional<std::uint64_t> member = module_.constant(index);
        if (!member || *member + 2 >= type.size()) throw ModuleError("The index of a member is not one.");
        const auto number = static_cast<std::uint32_t>(*member);
        place.constant += layout_.member_offset(type.result, number);
        place.matrix = layout_.matrix_layout(type.result, number);
        const std::string& name = decorations_.member_name(type.result, number);
        add_path(place, (place.path.empty() ? "" : ".") + (name.empty() ? std::to_string(number) : name));
        place.type = type[2 + number];
        break;
    }
    case Op::OpTypeMatrix: {
        const Instruction& column = module_.at(type[2]);
        if (column.opcode != Op::OpTypeVector) throw ModuleError("A matrix has no columns.");
        if (place.matrix.stride == 0) throw LeftOutError("A matrix in its structure has no stride.");
        const std::uint32_t bytes = layout_.scalar_bytes(module_.at(column[2]));
        add(place, index, place.matrix.row_major ? bytes : place.matrix.stride);
        place.component_stride = place.matrix.row_major ? place.matrix.stride : 0;
        place.type = type[2];
        add_path(place, "[]");
        break;
    }
    case Op::OpTypeVector: {
        const std::uint32_t bytes = layout_.scalar_bytes(module_.at(type[2]));
        add(place, index, place.component_stride != 0 ? place.component_stride : bytes);
        place.component_stride = 0;
        place.type = type[2];
        break;
    }
    default:
        throw LeftOutError("Its type has no members.");
    }
}

} // namespace hitmap::capture
