#include "capture/spirv/log_code.h"

namespace hitmap::capture {

using spv::Op;
using spv::StorageClass;

LogCode::LogCode(Builder& builder, BuiltIns& built_ins, DrawNumber& draws, const InstrumentOptions& options)
    : builder_(builder),
      built_ins_(built_ins),
      draws_(draws),
      options_(options),
      scope_(builder.has_capability(spv::Capability::VulkanMemoryModel) &&
                     !builder.has_capability(spv::Capability::VulkanMemoryModelDeviceScope)
                 ? queue_family_scope
                 : device_scope),
      subgroup_(builder.variable(StorageClass::Private, builder.u32(), builder.constant(no_subgroup))),
      capacity_(builder.variable(StorageClass::Private, builder.u32())) {
    builder.capability(spv::Capability::PhysicalStorageBufferAddresses);
    builder.capability(spv::Capability::GroupNonUniform);
    builder.capability(spv::Capability::GroupNonUniformBallot);
    if (options.int64_atomics) builder.capability(spv::Capability::Int64Atomics);
    if (options.clock != Clock::none) {
        builder.capability(spv::Capability::ShaderClockKHR);
        builder.extension("SPV_KHR_shader_clock");
    }
    builder.name(subgroup_, "hitmap_subgroup");
    builder.name(capacity_, "hitmap_capacity");
}

std::uint32_t LogCode::first_word(std::uint32_t site, Payload kind) const {
    const std::uint64_t number = std::uint64_t{options_.first_site} + site;
    if (number > record_site_mask) throw ModuleError("There are more than 67108863 sites.");
    std::uint32_t word = static_cast<std::uint32_t>(number) | record_written;
    word |= static_cast<std::uint32_t>(kind) << record_payload_shift;
    if (options_.clock != Clock::none) word |= record_clock;
    if (options_.subgroup_size > 64) word |= record_wide;
    return word;
}

void LogCode::record(Code& code, std::uint32_t site, Payload kind, std::span<const std::uint32_t> payload) {
    record_first(code, first_word_of(site, kind), kind, payload);
}

void LogCode::record_first(Code& code, std::uint32_t first, Payload kind,
                           std::span<const std::uint32_t> payload) {
    const std::uint32_t function = record_function(kind);
    const std::uint32_t call = builder_.id();
    const auto words = static_cast<std::uint32_t>(5 + payload.size());
    const std::uint32_t head[] = {words << spv::WordCountShift |
                                      static_cast<std::uint32_t>(Op::OpFunctionCall),
                                  builder_.void_type(), call, function, first};
    code.append(head);
    code.append(payload);
}

std::uint32_t LogCode::record_function(Payload kind) {
    std::uint32_t& function = functions_[static_cast<std::size_t>(kind)];
    if (function != 0) return function;
    function = builder_.id();
    const std::uint32_t u32 = builder_.u32();
    std::vector<std::uint32_t> types{u32};
    if (kind == Payload::address)
        types.push_back(builder_.u64());
    else
        types.insert(types.end(), lane_bytes(kind) / 4, u32);
    Code code;
    code.add(Op::OpFunction, {builder_.void_type(), function, no_control, builder_.function_type(types)});
    std::vector<std::uint32_t> parameters;
    for (const std::uint32_t type : types)
        parameters.push_back(builder_.value(code, Op::OpFunctionParameter, type, {}));
    label(code);
    const std::uint32_t subgroup = builder_.value(code, Op::OpLoad, u32, {subgroup_});
    const std::uint32_t is_on = builder_.value(code, Op::OpINotEqual, builder_.bool_type(),
                                               {subgroup, builder_.constant(no_subgroup)});
    const std::uint32_t body = builder_.id();
    const std::uint32_t end = builder_.id();
    code.add(Op::OpSelectionMerge, {end, no_control});
    code.add(Op::OpBranchConditional, {is_on, body, end});
    code.add(Op::OpLabel, {body});
    write_record(code, body, parameters[0], kind, std::span(parameters).subspan(1), nullptr);
    code.add(Op::OpBranch, {end});
    code.add(Op::OpLabel, {end});
    code.add(Op::OpReturn, {});
    code.add(Op::OpFunctionEnd, {});
    builder_.add_function(code);
    builder_.name(function, "hitmap_record" + std::to_string(static_cast<unsigned>(kind)));
    return function;
}

void LogCode::begin(Code& code, Entry& entry, std::uint32_t site) {
    std::uint32_t& function = begin_functions_[entry.function];
    if (function == 0) function = begin_function(entry, site);
    builder_.value(code, Op::OpFunctionCall, builder_.void_type(), {function});
}

std::uint32_t LogCode::begin_function(Entry& entry, std::uint32_t site) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t function = builder_.id();
    Code body;
    body.add(Op::OpFunction, {builder_.void_type(), function, no_control, builder_.function_type({})});
    label(body);
    const std::uint32_t capacity = header_pointer(body, u32, log_capacity);
    body.add(Op::OpStore, {capacity_, builder_.value(body, Op::OpLoad, u32, {capacity, 2, 16})});
    const std::uint32_t is_on = is_recorded(body, entry);
    const std::uint32_t on = builder_.id();
    const std::uint32_t end = builder_.id();
    body.add(Op::OpSelectionMerge, {end, no_control});
    body.add(Op::OpBranchConditional, {is_on, on, end});
    body.add(Op::OpLabel, {on});
    const std::uint32_t lane[] = {invocation(body, entry)};
    write_record(body, on, builder_.constant(first_word(site, Payload::begin)), Payload::begin, lane, &entry);
    body.add(Op::OpBranch, {end});
    body.add(Op::OpLabel, {end});
    body.add(Op::OpReturn, {});
    body.add(Op::OpFunctionEnd, {});
    builder_.add_function(body);
    builder_.name(function, "hitmap_begin");
    return function;
}

void LogCode::stop(Code& code) {
    code.add(Op::OpStore, {subgroup_, builder_.constant(no_subgroup)});
}

/// Whether the log is enabled and the work group is in its range; not for helper invocations, which have no
/// effect on memory and must not be elected.
std::uint32_t LogCode::is_recorded(Code& code, Entry& entry) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t boolean = builder_.bool_type();
    const std::uint32_t enabled =
        builder_.value(code, Op::OpLoad, u32, {header_pointer(code, u32, log_enabled), 2, 4});
    std::uint32_t is_on = builder_.value(code, Op::OpINotEqual, boolean, {enabled, builder_.constant(0)});
    const auto both = [&](std::uint32_t a, std::uint32_t b) {
        return builder_.value(code, Op::OpLogicalAnd, boolean, {a, b});
    };
    if (invocation_kind(entry.model) == InvocationKind::local_index) {
        const std::uint32_t group = linear_group(code, entry);
        const std::uint32_t first =
            builder_.value(code, Op::OpLoad, u32, {header_pointer(code, u32, log_first_group), 2, 8});
        const std::uint32_t last =
            builder_.value(code, Op::OpLoad, u32, {header_pointer(code, u32, log_last_group), 2, 4});
        is_on = both(is_on, builder_.value(code, Op::OpUGreaterThanEqual, boolean, {group, first}));
        is_on = both(is_on, builder_.value(code, Op::OpULessThan, boolean, {group, last}));
    }
    if (entry.model == spv::ExecutionModel::Fragment) {
        const std::uint32_t helper = built_ins_.load_bool(code, entry, spv::BuiltIn::HelperInvocation);
        is_on = both(is_on, builder_.value(code, Op::OpLogicalNot, boolean, {helper}));
    }
    return is_on;
}

/// The place of a number of three components in a grid of three sizes.
std::uint32_t LogCode::linear(Code& code, Entry& entry, spv::BuiltIn number, spv::BuiltIn size) {
    const auto place = [&](std::uint32_t i) { return built_ins_.load(code, entry, number, i, 3); };
    const auto count = [&](std::uint32_t i) { return built_ins_.load(code, entry, size, i, 3); };
    const std::uint32_t row =
        u32_op(code, Op::OpIAdd, u32_op(code, Op::OpIMul, place(2), count(1)), place(1));
    return u32_op(code, Op::OpIAdd, u32_op(code, Op::OpIMul, row, count(0)), place(0));
}

std::uint32_t LogCode::linear_group(Code& code, Entry& entry) {
    return linear(code, entry, spv::BuiltIn::WorkgroupId, spv::BuiltIn::NumWorkgroups);
}

std::uint32_t LogCode::invocation(Code& code, Entry& entry) {
    const auto pair = [&](spv::BuiltIn built_in, std::uint32_t components) {
        const std::uint32_t x = built_ins_.load(code, entry, built_in, 0, components);
        const std::uint32_t y = built_ins_.load(code, entry, built_in, 1, components);
        const std::uint32_t low = u32_op(code, Op::OpBitwiseAnd, x, builder_.constant(0xffff));
        const std::uint32_t high = u32_op(code, Op::OpShiftLeftLogical, y, builder_.constant(16));
        return u32_op(code, Op::OpBitwiseOr, low, high);
    };
    switch (invocation_kind(entry.model)) {
    case InvocationKind::local_index:
        return built_ins_.load(code, entry, spv::BuiltIn::LocalInvocationIndex, 0, 1);
    case InvocationKind::vertex_index:
        return built_ins_.load(code, entry, spv::BuiltIn::VertexIndex, 0, 1);
    case InvocationKind::pixel:
        return pair(spv::BuiltIn::FragCoord, 4);
    case InvocationKind::launch_index:
        return linear(code, entry, spv::BuiltIn::LaunchIdKHR, spv::BuiltIn::LaunchSizeKHR);
    case InvocationKind::none:
        break;
    }
    return builder_.constant(0);
}

std::uint32_t LogCode::u32_op(Code& code, Op opcode, std::uint32_t a, std::uint32_t b) {
    return builder_.value(code, opcode, builder_.u32(), {a, b});
}

std::uint32_t LogCode::label(Code& code) {
    const std::uint32_t id = builder_.id();
    code.add(Op::OpLabel, {id});
    return id;
}

std::uint32_t LogCode::header_pointer(Code& code, std::uint32_t type, std::uint32_t offset) {
    return builder_.value(code, Op::OpConvertUToPtr,
                          builder_.pointer(StorageClass::PhysicalStorageBuffer, type),
                          {builder_.constant64(options_.log_address + offset)});
}

} // namespace hitmap::capture
