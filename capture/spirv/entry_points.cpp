#include "capture/spirv/entry_points.h"

#include <algorithm>

namespace hitmap::capture {

using spv::ExecutionModel;
using spv::Op;

namespace {

constexpr std::uint32_t volatile_access = 1; // memory operand

bool holds_floats(spv::BuiltIn built_in) {
    return built_in == spv::BuiltIn::FragCoord || built_in == spv::BuiltIn::RayTmaxKHR;
}

} // namespace

std::uint32_t stage_bit(ExecutionModel model) {
    switch (model) {
    case ExecutionModel::GLCompute:
        return stage_compute;
    case ExecutionModel::RayGenerationKHR:
    case ExecutionModel::IntersectionKHR:
    case ExecutionModel::AnyHitKHR:
    case ExecutionModel::ClosestHitKHR:
    case ExecutionModel::MissKHR:
    case ExecutionModel::CallableKHR:
        return stage_ray_tracing;
    case ExecutionModel::Vertex:
        return stage_vertex;
    case ExecutionModel::TessellationControl:
    case ExecutionModel::TessellationEvaluation:
        return stage_tessellation;
    case ExecutionModel::Geometry:
        return stage_geometry;
    case ExecutionModel::Fragment:
        return stage_fragment;
    case ExecutionModel::TaskNV:
    case ExecutionModel::MeshNV:
    case ExecutionModel::TaskEXT:
    case ExecutionModel::MeshEXT:
        return stage_mesh;
    default:
        return 0;
    }
}

InvocationKind invocation_kind(ExecutionModel model) {
    switch (stage_bit(model)) {
    case stage_compute:
    case stage_mesh:
        return InvocationKind::local_index;
    case stage_ray_tracing:
        return InvocationKind::launch_index;
    case stage_vertex:
        return InvocationKind::vertex_index;
    case stage_fragment:
        return InvocationKind::pixel;
    default:
        return InvocationKind::none;
    }
}

Entries::Entries(const Module& module, const InstrumentOptions& options) {
    for (const Instruction& i : module.instructions().first(module.first_function())) {
        if (i.opcode != Op::OpEntryPoint) continue;
        Entry entry{.instruction = &i, .function = i[2], .model = static_cast<ExecutionModel>(i[1])};
        std::size_t interface = 0;
        entry.name = i.text(3, &interface);
        entry.interface.assign(i.words.begin() + static_cast<std::ptrdiff_t>(interface), i.words.end());
        entry.instrumented = (stage_bit(entry.model) & options.stages) != 0;
        if (module.at(entry.function).opcode != Op::OpFunction)
            throw ModuleError("An entry point has no function.");
        entries_.push_back(std::move(entry));
    }
    // A function that is an entry point of two stages would need two beginnings.
    for (Entry& a : entries_) {
        for (const Entry& b : entries_) {
            if (&a != &b && a.function == b.function) a.instrumented = false;
        }
    }
    find_calls(module);
    for (Entry& entry : entries_) {
        for (const std::uint32_t function : reached_from(entry.function)) {
            reached_[function] |= entry.instrumented ? 1U : 2U;
            const auto [caller, is_new] = callers_.try_emplace(function, &entry);
            if (!is_new) caller->second = nullptr;
        }
    }
}

void Entries::find_calls(const Module& module) {
    std::uint32_t function = 0;
    for (const Instruction& i : module.instructions().subspan(module.first_function())) {
        if (i.opcode == Op::OpFunction) function = i.result;
        if (i.opcode == Op::OpFunctionCall) calls_[function].push_back(i[3]);
    }
}

std::set<std::uint32_t> Entries::reached_from(std::uint32_t function) const {
    std::set<std::uint32_t> reached;
    std::vector<std::uint32_t> open{function};
    while (!open.empty()) {
        const std::uint32_t next = open.back();
        open.pop_back();
        if (!reached.insert(next).second) continue;
        const auto called = calls_.find(next);
        if (called != calls_.end()) open.insert(open.end(), called->second.begin(), called->second.end());
    }
    return reached;
}

Entry* Entries::only_caller(std::uint32_t function) {
    const auto found = callers_.find(function);
    return found == callers_.end() ? nullptr : found->second;
}

bool Entries::is_instrumented(std::uint32_t function) const {
    const auto found = reached_.find(function);
    return found != reached_.end() && found->second == 1;
}

bool Entries::is_shared(std::uint32_t function) const {
    const auto found = reached_.find(function);
    return found != reached_.end() && found->second == 3;
}

bool Entries::any_instrumented() const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [](const Entry& entry) { return entry.instrumented; });
}

BuiltIns::BuiltIns(const Module& module, const Decorations& decorations, Builder& builder)
    : module_(module), builder_(builder) {
    for (const Instruction& i : module.instructions().first(module.first_function())) {
        if (i.opcode != Op::OpVariable || static_cast<spv::StorageClass>(i[3]) != spv::StorageClass::Input)
            continue;
        if (const auto built_in = decorations.find(i.result, spv::Decoration::BuiltIn)) {
            existing_[*built_in].push_back(&i);
        }
    }
}

bool BuiltIns::is_volatile(const Entry& entry, spv::BuiltIn built_in) {
    const bool can_change =
        built_in == spv::BuiltIn::SMIDNV || built_in == core_id_arm || built_in == spv::BuiltIn::SubgroupSize;
    return can_change && stage_bit(entry.model) == stage_ray_tracing;
}

bool BuiltIns::has_vulkan_memory_model() const {
    return builder_.has_capability(spv::Capability::VulkanMemoryModel);
}

std::uint32_t BuiltIns::variable(Entry& entry, spv::BuiltIn built_in, std::uint32_t components,
                                 const Instruction*& type) {
    const auto number = static_cast<std::uint32_t>(built_in);
    const auto is_in_interface = [&](const Instruction* variable) {
        return std::find(entry.interface.begin(), entry.interface.end(), variable->result) !=
               entry.interface.end();
    };
    if (const auto found = existing_.find(number); found != existing_.end()) {
        const auto& variables = found->second;
        const auto own = std::find_if(variables.begin(), variables.end(), is_in_interface);
        if (own != variables.end()) {
            const Instruction& pointer = module_.at((*own)->type);
            if (pointer.opcode != Op::OpTypePointer) throw ModuleError("A variable has no pointer type.");
            type = &module_.at(pointer[3]);
            return (*own)->result;
        }
    }
    type = nullptr;
    std::uint32_t& added = added_[std::uint64_t{entry.function} << 32 | number];
    if (added == 0) {
        const bool is_float = holds_floats(built_in);
        const bool is_bool = built_in == spv::BuiltIn::HelperInvocation;
        const std::uint32_t scalar = is_float  ? builder_.f32()
                                     : is_bool ? builder_.bool_type()
                                               : builder_.u32();
        added = builder_.variable(spv::StorageClass::Input,
                                  components == 1 ? scalar : builder_.vector(scalar, components));
        builder_.decorate(added, spv::Decoration::BuiltIn, {number});
        // Integer inputs of fragment shaders are flat: VUID-StandaloneSpirv-Flat-04744.
        if (entry.model == ExecutionModel::Fragment && !is_float && !is_bool) {
            builder_.decorate(added, spv::Decoration::Flat, {});
        }
        // The core and the subgroup can change when a ray-tracing shader calls another:
        // VUID-StandaloneSpirv-VulkanMemoryModel-04678 and -04679.
        if (is_volatile(entry, built_in) && !has_vulkan_memory_model()) {
            builder_.decorate(added, spv::Decoration::Volatile, {});
        }
        entry.added.push_back(added);
    }
    return added;
}

std::uint32_t BuiltIns::load(Code& code, Entry& entry, spv::BuiltIn built_in, std::uint32_t component,
                             std::uint32_t components) {
    const Instruction* type = nullptr;
    const std::uint32_t id = variable(entry, built_in, components, type);
    bool is_float = holds_floats(built_in);
    bool is_signed = false;
    std::uint32_t scalar = is_float ? builder_.f32() : builder_.u32();
    std::uint32_t value_type = components == 1 ? scalar : builder_.vector(scalar, components);
    if (type) {
        value_type = type->result;
        const bool is_vector = type->opcode == Op::OpTypeVector;
        const Instruction& scalar_type = is_vector ? module_.at((*type)[2]) : *type;
        is_float = scalar_type.opcode == Op::OpTypeFloat;
        if (is_vector != (components > 1) || (is_vector && component >= (*type)[3]) || scalar_type[2] != 32 ||
            (!is_float && scalar_type.opcode != Op::OpTypeInt)) {
            throw ModuleError("A built-in variable has an unexpected type.");
        }
        scalar = scalar_type.result;
        is_signed = !is_float && scalar_type[3] != 0;
    }
    const bool loads_volatile = is_volatile(entry, built_in) && has_vulkan_memory_model();
    std::uint32_t value = loads_volatile ? builder_.value(code, Op::OpLoad, value_type, {id, volatile_access})
                                         : builder_.value(code, Op::OpLoad, value_type, {id});
    if (components > 1) value = builder_.value(code, Op::OpCompositeExtract, scalar, {value, component});
    if (is_float) return builder_.value(code, Op::OpConvertFToU, builder_.u32(), {value});
    return is_signed ? builder_.value(code, Op::OpBitcast, builder_.u32(), {value}) : value;
}

std::uint32_t BuiltIns::load_bool(Code& code, Entry& entry, spv::BuiltIn built_in) {
    const Instruction* type = nullptr;
    const std::uint32_t id = variable(entry, built_in, 1, type);
    if (type && type->opcode != Op::OpTypeBool)
        throw ModuleError("A built-in variable has an unexpected type.");
    // It is loaded before the shader can demote, but the memory model of Vulkan asks for it.
    if (!has_vulkan_memory_model()) return builder_.value(code, Op::OpLoad, builder_.bool_type(), {id});
    return builder_.value(code, Op::OpLoad, builder_.bool_type(), {id, volatile_access});
}

std::uint32_t BuiltIns::load_float_bits(Code& code, Entry& entry, spv::BuiltIn built_in) {
    const Instruction* type = nullptr;
    const std::uint32_t id = variable(entry, built_in, 1, type);
    if (type && (type->opcode != Op::OpTypeFloat || (*type)[2] != 32))
        throw ModuleError("A built-in variable has an unexpected type.");
    const std::uint32_t value = builder_.value(code, Op::OpLoad, builder_.f32(), {id});
    return builder_.value(code, Op::OpBitcast, builder_.u32(), {value});
}

} // namespace hitmap::capture
