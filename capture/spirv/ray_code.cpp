#include "capture/spirv/ray_code.h"

#include <array>

#include "capture/spirv/value_code.h"

namespace hitmap::capture {

using spv::BuiltIn;
using spv::ExecutionModel;
using spv::Op;

namespace {

constexpr std::uint32_t not_a_number = 0x7fc00000;
constexpr std::uint32_t of_candidate = 0; // operand Intersection of queries
constexpr std::uint32_t of_committed = 1;
/// The least hit kind of triangles, which are 254 and 255. Intersection shaders report at most 127.
/// (GLSL_EXT_ray_tracing, "gl_HitKindEXT")
constexpr std::uint32_t first_triangle_kind = 254;
constexpr unsigned most_copies = 64; // of an acceleration structure, which are followed

} // namespace

bool traces_rays(Op opcode) {
    switch (opcode) {
    case Op::OpTraceRayKHR:
    case Op::OpTraceNV:
    case Op::OpTraceMotionNV:
    case Op::OpTraceRayMotionNV:
    case Op::OpHitObjectTraceRayNV:
    case Op::OpHitObjectTraceRayMotionNV:
    case Op::OpRayQueryInitializeKHR:
        return true;
    default:
        return false;
    }
}

RayCode::RayCode(const Module& module, const Places& places, Bindings& bindings, Builder& builder,
                 BuiltIns& built_ins, LogCode& log)
    : module_(module),
      places_(places),
      bindings_(bindings),
      builder_(builder),
      built_ins_(built_ins),
      log_(log) {}

std::optional<RaySite> RayCode::before(Code& code, const Instruction& i, Entry* entry,
                                       std::vector<std::uint32_t>& payload) {
    switch (i.opcode) {
    case Op::OpTraceRayKHR:
        return traced(code, i, {1, 2, 3, 7, 8, 9, 10}, payload);
    case Op::OpRayQueryInitializeKHR:
        return traced(code, i, {2, 3, 4, 5, 6, 7, 8}, payload);
    case Op::OpReportIntersectionKHR: {
        if (!builder_.has_capability(spv::Capability::RayTracingKHR)) return std::nullopt;
        if (entry == nullptr)
            throw LeftOutError("Several entry points call its function, so that its element is not known.");
        RaySite site;
        site.event = RayEvent::reported;
        site.payload = Payload::hit;
        payload = {builder_.constant(1),
                   built_ins_.load(code, *entry, BuiltIn::InstanceId, 0, 1),
                   built_ins_.load(code, *entry, BuiltIn::RayGeometryIndexKHR, 0, 1),
                   built_ins_.load(code, *entry, BuiltIn::PrimitiveId, 0, 1),
                   as_u32(module_, builder_, code, i[3]),
                   as_u32(module_, builder_, code, i[4])};
        return site;
    }
    default:
        break;
    }
    if (traces_rays(i.opcode)) throw LeftOutError("Rays of extensions of NVIDIA are not recorded.");
    return std::nullopt;
}

RaySite RayCode::traced(Code& code, const Instruction& i, const RayOperands& operands,
                        std::vector<std::uint32_t>& payload) {
    RaySite site;
    add_vector(code, i[operands.origin], payload);
    payload.push_back(as_u32(module_, builder_, code, i[operands.tmin]));
    add_vector(code, i[operands.direction], payload);
    payload.push_back(as_u32(module_, builder_, code, i[operands.tmax]));
    payload.push_back(as_u32(module_, builder_, code, i[operands.flags]));
    payload.push_back(as_u32(module_, builder_, code, i[operands.mask]));
    add_structure(code, i[operands.structure], site, payload);
    return site;
}

void RayCode::add_vector(Code& code, std::uint32_t id, std::vector<std::uint32_t>& payload) {
    const Instruction* type = module_.type_of(id);
    if (!type || type->opcode != Op::OpTypeVector || (*type)[3] != 3)
        throw ModuleError("The origin or direction of a ray has not three components.");
    const Instruction& component = module_.at((*type)[2]);
    for (std::uint32_t k = 0; k < 3; ++k)
        payload.push_back(as_u32(builder_, code,
                                 builder_.value(code, Op::OpCompositeExtract, component.result, {id, k}),
                                 component));
}

/// The structure is loaded from a descriptor or made of an address. (SPV_KHR_ray_tracing,
/// OpTypeAccelerationStructureKHR and OpConvertUToAccelerationStructureKHR)
void RayCode::add_structure(Code& code, std::uint32_t id, RaySite& site,
                            std::vector<std::uint32_t>& payload) {
    const Instruction* definition = module_.find(id);
    for (unsigned copies = 0; definition && definition->opcode == Op::OpCopyObject && copies < most_copies;
         ++copies)
        definition = module_.find((*definition)[3]);
    if (definition && definition->opcode == Op::OpConvertUToAccelerationStructureKHR) {
        site.structure = StructureName::address;
        return add_address(code, (*definition)[3], payload);
    }
    const std::uint32_t zero = builder_.constant(0);
    payload.insert(payload.end(), {zero, zero});
    if (!definition || definition->opcode != Op::OpLoad) return;
    const Place place = places_.place((*definition)[3]);
    if (place.kind != Place::Kind::descriptor || place.awaits_array_index) return;
    site.structure = StructureName::descriptor;
    site.binding = bindings_.index_of(place, bindings_.resource(place));
    site.array_index = place.array_index;
    if (place.index_id == 0) return;
    site.array_index = no_index;
    payload[ray_structure] = as_u32(module_, builder_, code, place.index_id);
}

void RayCode::add_address(Code& code, std::uint32_t id, std::vector<std::uint32_t>& payload) {
    const Instruction* type = module_.type_of(id);
    if (!type) throw ModuleError("The address of an acceleration structure has no type.");
    std::uint32_t pair = id;
    std::uint32_t component = builder_.u32();
    if (type->opcode == Op::OpTypeVector)
        component = (*type)[2];
    else
        pair = builder_.value(code, Op::OpBitcast, builder_.vector(component, 2), {id});
    for (std::uint32_t k = 0; k < 2; ++k)
        payload.push_back(builder_.value(code, Op::OpCompositeExtract, component, {pair, k}));
}

std::uint32_t RayCode::is_box(Code& code, std::uint32_t kind) {
    const std::uint32_t is_custom = builder_.value(code, Op::OpULessThan, builder_.bool_type(),
                                                   {kind, builder_.constant(first_triangle_kind)});
    return builder_.value(code, Op::OpSelect, builder_.u32(),
                          {is_custom, builder_.constant(1), builder_.constant(0)});
}

std::optional<RaySite> RayCode::called(Code& code, Entry& entry, std::vector<std::uint32_t>& payload) {
    // Modules of VK_NV_ray_tracing have no number of the geometry.
    if (!builder_.has_capability(spv::Capability::RayTracingKHR)) return std::nullopt;
    RaySite site;
    site.payload = Payload::hit;
    const auto load = [&](BuiltIn built_in) { return built_ins_.load(code, entry, built_in, 0, 1); };
    switch (entry.model) {
    case ExecutionModel::MissKHR:
        site.event = RayEvent::missed;
        site.payload = Payload::none;
        return site;
    case ExecutionModel::ClosestHitKHR:
    case ExecutionModel::AnyHitKHR: {
        site.event = entry.model == ExecutionModel::AnyHitKHR ? RayEvent::candidate : RayEvent::committed;
        const std::uint32_t kind = load(BuiltIn::HitKindKHR);
        payload = {is_box(code, kind),
                   load(BuiltIn::InstanceId),
                   load(BuiltIn::RayGeometryIndexKHR),
                   load(BuiltIn::PrimitiveId),
                   built_ins_.load_float_bits(code, entry, BuiltIn::RayTmaxKHR),
                   kind};
        return site;
    }
    case ExecutionModel::IntersectionKHR:
        site.event = RayEvent::candidate;
        payload = {
            builder_.constant(1),       load(BuiltIn::InstanceId),       load(BuiltIn::RayGeometryIndexKHR),
            load(BuiltIn::PrimitiveId), builder_.constant(not_a_number), builder_.constant(0)};
        return site;
    default:
        return std::nullopt;
    }
}

std::uint32_t RayCode::query_of(const Instruction& proceed) const {
    const std::uint32_t query = proceed[3];
    const Instruction& definition = module_.at(query);
    // Other pointers must not be arguments of functions. (SPIR-V section 2.16.1, "Universal Validation
    // Rules")
    if (definition.opcode != Op::OpVariable && definition.opcode != Op::OpFunctionParameter)
        throw LeftOutError("Its ray query is part of an array or a structure, so that its hits are not "
                           "recorded.");
    return query;
}

void RayCode::proceeded(Code& code, const Instruction& proceed, const ProceedSites& sites) {
    const std::uint32_t query = query_of(proceed);
    const std::uint32_t function = proceed_function(module_.at(query).type);
    builder_.value(code, Op::OpFunctionCall, builder_.void_type(),
                   {function, query, proceed.result, log_.first_word_of(sites.candidate, Payload::hit),
                    log_.first_word_of(sites.committed, Payload::hit),
                    log_.first_word_of(sites.missed, Payload::none)});
}

std::uint32_t RayCode::type_of(Code& code, std::uint32_t query, std::uint32_t intersection) {
    return builder_.value(code, Op::OpRayQueryGetIntersectionTypeKHR, builder_.u32(),
                          {query, builder_.constant(intersection)});
}

std::uint32_t RayCode::distance_of(Code& code, std::uint32_t query, std::uint32_t intersection) {
    const std::uint32_t t = builder_.value(code, Op::OpRayQueryGetIntersectionTKHR, builder_.f32(),
                                           {query, builder_.constant(intersection)});
    return builder_.value(code, Op::OpBitcast, builder_.u32(), {t});
}

std::vector<std::uint32_t> RayCode::element_of(Code& code, std::uint32_t query, std::uint32_t intersection,
                                               std::uint32_t shape) {
    std::vector<std::uint32_t> values{shape};
    for (const Op part :
         {Op::OpRayQueryGetIntersectionInstanceIdKHR, Op::OpRayQueryGetIntersectionGeometryIndexKHR,
          Op::OpRayQueryGetIntersectionPrimitiveIndexKHR})
        values.push_back(
            builder_.value(code, part, builder_.u32(), {query, builder_.constant(intersection)}));
    return values;
}

/// The function that records what a query shows behind OpRayQueryProceedKHR: a candidate if that returned
/// true, otherwise how the traversal ended. It is a function since it branches, which must not change the
/// blocks of the program's function.
std::uint32_t RayCode::proceed_function(std::uint32_t query_pointer) {
    std::uint32_t& function = proceed_functions_[query_pointer];
    if (function != 0) return function;
    function = builder_.id();
    const std::uint32_t u32 = builder_.u32();
    const std::array types{query_pointer, builder_.bool_type(), u32, u32, u32};
    Code code;
    code.add(Op::OpFunction, {builder_.void_type(), function, no_control, builder_.function_type(types)});
    std::array<std::uint32_t, types.size()> parameters{};
    for (std::size_t i = 0; i < types.size(); ++i)
        parameters[i] = builder_.value(code, Op::OpFunctionParameter, types[i], {});
    const auto [query, goes_on, first_candidate, first_committed, first_missed] = parameters;
    const std::uint32_t shown = builder_.id();
    const std::uint32_t ended = builder_.id();
    const std::uint32_t end = builder_.id();
    code.add(Op::OpLabel, {builder_.id()});
    code.add(Op::OpSelectionMerge, {end, no_control});
    code.add(Op::OpBranchConditional, {goes_on, shown, ended});
    code.add(Op::OpLabel, {shown});
    add_candidate(code, query, first_candidate, shown);
    code.add(Op::OpBranch, {end});
    code.add(Op::OpLabel, {ended});
    add_end(code, query, first_committed, first_missed);
    code.add(Op::OpBranch, {end});
    code.add(Op::OpLabel, {end});
    code.add(Op::OpReturn, {});
    code.add(Op::OpFunctionEnd, {});
    builder_.add_function(code);
    builder_.name(function, "hitmap_proceeded");
    return function;
}

/// Continues the block `block`, and ends in a block without branch.
void RayCode::add_candidate(Code& code, std::uint32_t query, std::uint32_t first, std::uint32_t block) {
    const std::uint32_t zero = builder_.constant(0);
    const std::uint32_t shape = type_of(code, query, of_candidate);
    std::vector<std::uint32_t> payload = element_of(code, query, of_candidate, shape);
    // The distance of a box is undefined.
    const std::uint32_t triangle = builder_.id();
    const std::uint32_t measured = builder_.id();
    const std::uint32_t is_triangle = builder_.value(code, Op::OpIEqual, builder_.bool_type(), {shape, zero});
    code.add(Op::OpSelectionMerge, {measured, no_control});
    code.add(Op::OpBranchConditional, {is_triangle, triangle, measured});
    code.add(Op::OpLabel, {triangle});
    const std::uint32_t t = distance_of(code, query, of_candidate);
    code.add(Op::OpBranch, {measured});
    code.add(Op::OpLabel, {measured});
    payload.push_back(builder_.value(code, Op::OpPhi, builder_.u32(),
                                     {t, triangle, builder_.constant(not_a_number), block}));
    payload.push_back(zero);
    log_.record_first(code, first, Payload::hit, payload);
}

/// Ends in a block without branch.
void RayCode::add_end(Code& code, std::uint32_t query, std::uint32_t first_committed,
                      std::uint32_t first_missed) {
    const std::uint32_t zero = builder_.constant(0);
    const std::uint32_t hit = builder_.id();
    const std::uint32_t missed = builder_.id();
    const std::uint32_t told = builder_.id();
    const std::uint32_t type = type_of(code, query, of_committed);
    const std::uint32_t is_none = builder_.value(code, Op::OpIEqual, builder_.bool_type(), {type, zero});
    code.add(Op::OpSelectionMerge, {told, no_control});
    code.add(Op::OpBranchConditional, {is_none, missed, hit});
    code.add(Op::OpLabel, {hit});
    // 1: a triangle, 2: what the shader generated for a box.
    const std::uint32_t shape =
        builder_.value(code, Op::OpISub, builder_.u32(), {type, builder_.constant(1)});
    std::vector<std::uint32_t> payload = element_of(code, query, of_committed, shape);
    payload.push_back(distance_of(code, query, of_committed));
    payload.push_back(zero);
    log_.record_first(code, first_committed, Payload::hit, payload);
    code.add(Op::OpBranch, {told});
    code.add(Op::OpLabel, {missed});
    log_.record_first(code, first_missed, Payload::none, {});
    code.add(Op::OpBranch, {told});
    code.add(Op::OpLabel, {told});
}

} // namespace hitmap::capture
