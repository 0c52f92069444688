#include "capture/spirv/bindings.h"

#include <algorithm>

namespace hitmap::capture {

namespace {

using spv::Op;

constexpr std::size_t max_members = 1000;

} // namespace

Bindings::Bindings(const Module& module, const Decorations& decorations, const Layout& layout)
    : module_(module), decorations_(decorations), layout_(layout) {}

Resource Bindings::resource(const Place& place) const {
    if (place.kind == Place::Kind::address) return Resource::device_address;
    const Instruction& pointer = module_.at(module_.at(place.variable).type);
    const Instruction* type = &module_.at(pointer[3]);
    if (is_array(*type)) type = &module_.at((*type)[2]);
    switch (type->opcode) {
    case Op::OpTypeAccelerationStructureKHR:
        return Resource::acceleration_structure;
    case Op::OpTypeSampledImage:
        type = &module_.at((*type)[2]);
        [[fallthrough]];
    case Op::OpTypeImage:
        return static_cast<spv::Dim>((*type)[3]) == spv::Dim::Buffer ? Resource::texel_buffer
                                                                     : Resource::image;
    default:
        break;
    }
    const bool is_uniform = static_cast<spv::StorageClass>(pointer[2]) == spv::StorageClass::Uniform;
    // Before SPIR-V 1.3, storage buffers are Uniform with the decoration BufferBlock.
    if (is_uniform && !decorations_.has(type->result, spv::Decoration::BufferBlock))
        return Resource::uniform_buffer;
    return Resource::storage_buffer;
}

std::uint32_t Bindings::index_of(const Place& place, Resource resource) {
    const bool is_address = place.kind == Place::Kind::address;
    const std::uint32_t id = is_address ? place.structure : place.variable;
    const auto [found, is_new] = indices_.try_emplace(id, static_cast<std::uint32_t>(bindings_.size()));
    if (!is_new) return found->second;
    Binding binding;
    binding.resource = resource;
    if (is_address) {
        binding.array_length = 1;
        if (place.structure != 0) {
            binding.name = decorations_.name(place.structure);
            describe(place.structure, binding);
        }
    } else {
        binding = of_variable(place.variable, resource);
    }
    bindings_.push_back(std::move(binding));
    return found->second;
}

Binding Bindings::of_variable(std::uint32_t variable, Resource resource) const {
    Binding binding;
    binding.resource = resource;
    binding.name = decorations_.name(variable);
    binding.set = decorations_.find(variable, spv::Decoration::DescriptorSet).value_or(0);
    binding.binding = decorations_.find(variable, spv::Decoration::Binding).value_or(0);
    const Instruction* type = &module_.at(module_.at(module_.at(variable).type)[3]);
    if (is_array(*type)) {
        binding.array_length = layout_.array_length(*type);
        type = &module_.at((*type)[2]);
    }
    if (type->opcode == Op::OpTypeStruct) {
        if (binding.name.empty()) binding.name = decorations_.name(type->result);
        describe(type->result, binding);
    }
    return binding;
}

void Bindings::describe(std::uint32_t structure, Binding& binding) const {
    add_members(structure, {}, binding);
    const Instruction& type = module_.at(structure);
    if (type.size() < 3) return;
    const auto last = static_cast<std::uint32_t>(type.size() - 3);
    const Instruction& array = module_.at(type[2 + last]);
    // The elements are those of the array at the end, or of the only member.
    if (!is_array(array) || (array.opcode == Op::OpTypeArray && last != 0)) return;
    const Instruction& element = module_.at(array[2]);
    binding.stride = decorations_.find(array.result, spv::Decoration::ArrayStride).value_or(0);
    binding.first_element = decorations_.find_member(structure, last, spv::Decoration::Offset).value_or(0);
    const std::uint32_t bytes = layout_.bytes(element.result, layout_.matrix_layout(structure, last));
    binding.element_bytes = bytes == 0 ? binding.stride : std::min(bytes, binding.stride);
    if (element.opcode == Op::OpTypeStruct) {
        add_members(element.result, decorations_.member_name(structure, last) + "[].", binding);
    }
}

void Bindings::add_members(std::uint32_t structure, const std::string& prefix, Binding& binding) const {
    const Instruction& type = module_.at(structure);
    for (std::uint32_t i = 0; i + 2 < type.size() && binding.members.size() < max_members; ++i) {
        const std::string& name = decorations_.member_name(structure, i);
        Member member;
        member.name = prefix + (name.empty() ? std::to_string(i) : name);
        member.offset = decorations_.find_member(structure, i, spv::Decoration::Offset).value_or(0);
        member.bytes = layout_.bytes(type[2 + i], layout_.matrix_layout(structure, i));
        member.array_stride = decorations_.find(type[2 + i], spv::Decoration::ArrayStride).value_or(0);
        member.type = layout_.type_name(type[2 + i]);
        binding.members.push_back(std::move(member));
    }
}

} // namespace hitmap::capture
