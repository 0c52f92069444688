#include "capture/spirv/log_code.h"

// The part of LogCode that writes one record.

namespace hitmap::capture {

using spv::Op;
using spv::StorageClass;

namespace {

constexpr std::uint32_t relaxed = 0;
constexpr std::uint32_t aligned = 2; // memory operand
constexpr std::uint32_t reduce = 0;  // group operations
constexpr std::uint32_t exclusive_scan = 2;
constexpr std::uint32_t release_and_acquire = 0x8 | 0x40; // AcquireRelease, UniformMemory
constexpr std::uint32_t no_slot = 0xfffffffe;             // does not fit, and is not no_subgroup

} // namespace

/// Continues the block `block`, and ends in a block without branch.
void LogCode::write_record(Code& code, std::uint32_t block, std::uint32_t first, Payload kind,
                           std::span<const std::uint32_t> payload, Entry* entry) {
    const Reserved reserved = reserve(code, block, kind);
    if (entry) code.add(Op::OpStore, {subgroup_, options_.count_only ? builder_.constant(0) : reserved.slot});
    if (options_.count_only) return;
    const std::uint32_t end = builder_.id();
    if (!options_.wait_when_full) {
        const std::uint32_t write = builder_.id();
        const std::uint32_t has_room = fits(code, reserved);
        code.add(Op::OpSelectionMerge, {end, no_control});
        code.add(Op::OpBranchConditional, {has_room, write, end});
        code.add(Op::OpLabel, {write});
    }
    write_lanes(code, reserved, kind, payload);
    std::uint32_t elect = reserved.elect;
    if (options_.wait_when_full) {
        // What all lanes wrote is visible before the first word.
        code.add(Op::OpMemoryBarrier, {scope(), builder_.constant(release_and_acquire)});
        elect = builder_.value(code, Op::OpGroupNonUniformElect, builder_.bool_type(),
                               {builder_.constant(subgroup_scope)});
    }
    const std::uint32_t head = builder_.id();
    const std::uint32_t headed = builder_.id();
    code.add(Op::OpSelectionMerge, {headed, no_control});
    code.add(Op::OpBranchConditional, {elect, head, headed});
    code.add(Op::OpLabel, {head});
    write_head(code, reserved, first, entry);
    code.add(Op::OpBranch, {headed});
    code.add(Op::OpLabel, {headed});
    if (options_.wait_when_full) return;
    code.add(Op::OpBranch, {end});
    code.add(Op::OpLabel, {end});
}

LogCode::Reserved LogCode::reserve(Code& code, std::uint32_t block, Payload kind) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t subgroup = builder_.constant(subgroup_scope);
    Reserved reserved{};
    reserved.mask = builder_.value(code, Op::OpGroupNonUniformBallot, builder_.vector(u32, 4),
                                   {subgroup, builder_.true_constant()});
    reserved.lanes =
        builder_.value(code, Op::OpGroupNonUniformBallotBitCount, u32, {subgroup, reduce, reserved.mask});
    reserved.rank = builder_.value(code, Op::OpGroupNonUniformBallotBitCount, u32,
                                   {subgroup, exclusive_scan, reserved.mask});
    // The same as OpGroupNonUniformElect, which costs another loop over the lanes on lavapipe.
    reserved.elect =
        builder_.value(code, Op::OpIEqual, builder_.bool_type(), {reserved.rank, builder_.constant(0)});
    const std::uint32_t head = builder_.constant(record_head_units(first_word(0, kind)));
    if (lane_bytes(kind) == 0) {
        reserved.size = head;
    } else if (lane_bytes(kind) == 4) {
        const std::uint32_t rounded = u32_op(code, Op::OpIAdd, reserved.lanes, builder_.constant(1));
        const std::uint32_t units = u32_op(code, Op::OpShiftRightLogical, rounded, builder_.constant(1));
        reserved.size = u32_op(code, Op::OpIAdd, head, units);
    } else {
        reserved.size = u32_op(code, Op::OpIAdd, head, units_before(code, reserved.lanes, kind));
    }
    const std::uint32_t elected = builder_.id();
    const std::uint32_t merge = builder_.id();
    code.add(Op::OpSelectionMerge, {merge, no_control});
    code.add(Op::OpBranchConditional, {reserved.elect, elected, merge});
    code.add(Op::OpLabel, {elected});
    const std::uint32_t slot =
        options_.int64_atomics ? add_to_used(code, reserved.size) : add_to_used32(code, reserved.size);
    std::uint32_t from = elected;
    if (options_.wait_when_full && !options_.count_only) {
        from = builder_.id();
        wait_for_room(code, slot, reserved.size, from);
    }
    code.add(Op::OpBranch, {merge});
    code.add(Op::OpLabel, {merge});
    if (options_.count_only) return reserved;
    const std::uint32_t phi =
        builder_.value(code, Op::OpPhi, u32, {slot, from, builder_.constant(no_slot), block});
    reserved.slot = builder_.value(code, Op::OpGroupNonUniformBroadcastFirst, u32, {subgroup, phi});
    return reserved;
}

/// Units of the payload of `lanes` lanes, for payloads of whole units.
std::uint32_t LogCode::units_before(Code& code, std::uint32_t lanes, Payload kind) {
    const std::uint32_t each = lane_bytes(kind) / log_unit_bytes;
    return each == 1 ? lanes : u32_op(code, Op::OpIMul, lanes, builder_.constant(each));
}

/// The units that were used before. Positions beyond 32 bits become no_slot.
std::uint32_t LogCode::add_to_used(Code& code, std::uint32_t size) {
    const std::uint32_t u64 = builder_.u64();
    const std::uint32_t added = builder_.value(code, Op::OpUConvert, u64, {size});
    const std::uint32_t old =
        builder_.value(code, Op::OpAtomicIAdd, u64,
                       {header_pointer(code, u64, log_used), scope(), builder_.constant(relaxed), added});
    const std::uint32_t low = builder_.value(code, Op::OpUConvert, builder_.u32(), {old});
    if (options_.wait_when_full) return low;
    const std::uint32_t is_beyond =
        builder_.value(code, Op::OpUGreaterThan, builder_.bool_type(), {old, builder_.constant64(no_slot)});
    return builder_.value(code, Op::OpSelect, builder_.u32(), {is_beyond, builder_.constant(no_slot), low});
}

/// The same without 64-bit atomics: the low word counts, and the high word counts how often bit 31 of it
/// changed. A position is valid while bit 31 has not changed yet.
std::uint32_t LogCode::add_to_used32(Code& code, std::uint32_t size) {
    const std::uint32_t u32 = builder_.u32();
    const auto add = [&](std::uint32_t offset, std::uint32_t value) {
        return builder_.value(
            code, Op::OpAtomicIAdd, u32,
            {header_pointer(code, u32, offset), scope(), builder_.constant(relaxed), value});
    };
    const std::uint32_t old = add(log_used, size);
    if (options_.wait_when_full) return old;
    const std::uint32_t changed = u32_op(code, Op::OpBitwiseXor, old, u32_op(code, Op::OpIAdd, old, size));
    const std::uint32_t halves =
        add(log_used + 4, u32_op(code, Op::OpShiftRightLogical, changed, builder_.constant(31)));
    const std::uint32_t is_beyond =
        builder_.value(code, Op::OpINotEqual, builder_.bool_type(), {halves, builder_.constant(0)});
    return builder_.value(code, Op::OpSelect, u32, {is_beyond, builder_.constant(no_slot), old});
}

/// Loops until the host has drained enough; ends in the block `done`. Only the elected lane waits, and only
/// for the host, so that lanes never wait for one another.
void LogCode::wait_for_room(Code& code, std::uint32_t slot, std::uint32_t size, std::uint32_t done) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t last = u32_op(code, Op::OpIAdd, slot, size);
    const std::uint32_t capacity = builder_.value(code, Op::OpLoad, u32, {capacity_});
    const std::uint32_t drained_pointer = header_pointer(code, u32, log_drained);
    const std::uint32_t header = builder_.id();
    const std::uint32_t body = builder_.id();
    const std::uint32_t again = builder_.id();
    code.add(Op::OpBranch, {header});
    code.add(Op::OpLabel, {header});
    code.add(Op::OpLoopMerge, {done, again, no_control});
    code.add(Op::OpBranch, {body});
    code.add(Op::OpLabel, {body});
    const std::uint32_t drained =
        builder_.value(code, Op::OpAtomicLoad, u32, {drained_pointer, scope(), builder_.constant(relaxed)});
    const std::uint32_t waiting = u32_op(code, Op::OpISub, last, drained);
    const std::uint32_t has_room =
        builder_.value(code, Op::OpULessThanEqual, builder_.bool_type(), {waiting, capacity});
    code.add(Op::OpBranchConditional, {has_room, done, again});
    code.add(Op::OpLabel, {again});
    code.add(Op::OpBranch, {header});
    code.add(Op::OpLabel, {done});
}

std::uint32_t LogCode::fits(Code& code, const Reserved& reserved) {
    const std::uint32_t boolean = builder_.bool_type();
    const std::uint32_t capacity = builder_.value(code, Op::OpLoad, builder_.u32(), {capacity_});
    const std::uint32_t is_small =
        builder_.value(code, Op::OpULessThanEqual, boolean, {reserved.size, capacity});
    const std::uint32_t last = u32_op(code, Op::OpISub, capacity, reserved.size);
    const std::uint32_t is_below = builder_.value(code, Op::OpULessThanEqual, boolean, {reserved.slot, last});
    return builder_.value(code, Op::OpLogicalAnd, boolean, {is_small, is_below});
}

void LogCode::write_lanes(Code& code, const Reserved& reserved, Payload kind,
                          std::span<const std::uint32_t> payload) {
    if (kind == Payload::none) return;
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t u64 = builder_.u64();
    const std::uint32_t head = builder_.constant(record_head_units(first_word(0, kind)));
    const std::uint32_t rank = reserved.rank;
    const std::uint32_t one = builder_.constant(1);
    if (lane_bytes(kind) == 4) {
        const std::uint32_t half = u32_op(code, Op::OpShiftRightLogical, rank, one);
        const std::uint32_t odd = u32_op(code, Op::OpBitwiseAnd, rank, one);
        const std::uint32_t byte = u32_op(code, Op::OpShiftLeftLogical, odd, builder_.constant(2));
        store(code, address(code, reserved.slot, u32_op(code, Op::OpIAdd, head, half), byte), u32, payload[0],
              4);
        return;
    }
    std::uint32_t unit = u32_op(code, Op::OpIAdd, head, units_before(code, rank, kind));
    if (kind == Payload::address)
        return store(code, address(code, reserved.slot, unit, 0), u64, payload[0], 8);
    for (std::size_t word = 0; word + 1 < payload.size(); word += 2) {
        if (word != 0) unit = u32_op(code, Op::OpIAdd, unit, one);
        store(code, address(code, reserved.slot, unit, 0), u64,
              packed(code, payload[word], payload[word + 1]), 8);
    }
}

void LogCode::write_head(Code& code, const Reserved& reserved, std::uint32_t first, Entry* entry) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t u64 = builder_.u64();
    std::uint32_t unit = 1;
    const auto write = [&](std::uint32_t value) {
        store(code, address(code, reserved.slot, builder_.constant(unit++), 0), u64, value, 8);
    };
    const auto mask = [&](std::uint32_t word) {
        return builder_.value(code, Op::OpCompositeExtract, u32, {reserved.mask, word});
    };
    const std::uint32_t subgroup = entry ? reserved.slot : builder_.value(code, Op::OpLoad, u32, {subgroup_});
    write(packed(code, subgroup, options_.subgroup_size > 32 ? mask(1) : builder_.constant(0)));
    if (options_.subgroup_size > 64) write(packed(code, mask(2), mask(3)));
    if (options_.clock != Clock::none) {
        const std::uint32_t clock_scope = options_.clock == Clock::device ? device_scope : subgroup_scope;
        write(builder_.value(code, Op::OpReadClockKHR, u64, {builder_.constant(clock_scope)}));
    }
    if (entry) write_begin(code, reserved, unit, *entry);
    const std::uint32_t start = address(code, reserved.slot, builder_.constant(0), 0);
    if (!options_.wait_when_full) {
        store(code, start, u64, packed(code, first, mask(0)), 8);
        return;
    }
    // The host takes a record when its first word is not 0.
    const std::uint32_t mask_address = builder_.value(code, Op::OpIAdd, u64, {start, builder_.constant64(4)});
    store(code, mask_address, u32, mask(0), 4);
    code.add(Op::OpMemoryBarrier, {scope(), builder_.constant(release_and_acquire)});
    const std::uint32_t pointer = builder_.value(
        code, Op::OpConvertUToPtr, builder_.pointer(StorageClass::PhysicalStorageBuffer, u32), {start});
    code.add(Op::OpAtomicStore, {pointer, scope(), builder_.constant(relaxed), first});
}

void LogCode::write_begin(Code& code, const Reserved& reserved, std::uint32_t unit, Entry& entry) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t zero = builder_.constant(0);
    const auto write = [&](std::uint32_t low, std::uint32_t high) {
        store(code, address(code, reserved.slot, builder_.constant(unit++), 0), builder_.u64(),
              packed(code, low, high), 8);
    };
    const bool has_groups = invocation_kind(entry.model) == InvocationKind::local_index;
    const auto group = [&](std::uint32_t i) {
        if (i == 0 && draws_.is_in(entry)) return draws_.load(code, entry);
        return has_groups ? built_ins_.load(code, entry, spv::BuiltIn::WorkgroupId, i, 3) : zero;
    };
    const std::uint32_t dispatch =
        builder_.value(code, Op::OpLoad, u32, {header_pointer(code, u32, log_dispatch), aligned, 16});
    write(dispatch, built_ins_.load(code, entry, spv::BuiltIn::SubgroupSize, 0, 1));
    write(group(0), group(1));
    write(group(2), core(code, entry));
}

std::uint32_t LogCode::core(Code& code, Entry& entry) {
    switch (options_.core) {
    case CoreNumber::nv_sm_builtins:
        builder_.capability(spv::Capability::ShaderSMBuiltinsNV);
        builder_.extension("SPV_NV_shader_sm_builtins");
        return built_ins_.load(code, entry, spv::BuiltIn::SMIDNV, 0, 1);
    case CoreNumber::arm_core_builtins:
        builder_.capability(core_builtins_arm);
        builder_.extension("SPV_ARM_core_builtins");
        return built_ins_.load(code, entry, core_id_arm, 0, 1);
    case CoreNumber::none:
        break;
    }
    return builder_.constant(no_core);
}

std::uint32_t LogCode::packed(Code& code, std::uint32_t low, std::uint32_t high) {
    const std::uint32_t pair =
        builder_.value(code, Op::OpCompositeConstruct, builder_.vector(builder_.u32(), 2), {low, high});
    return builder_.value(code, Op::OpBitcast, builder_.u64(), {pair});
}

/// @param byte  id of an offset in the unit; 0: none
std::uint32_t LogCode::address(Code& code, std::uint32_t slot, std::uint32_t unit, std::uint32_t byte) {
    const std::uint32_t u64 = builder_.u64();
    std::uint32_t position = u32_op(code, Op::OpIAdd, slot, unit);
    if (options_.wait_when_full) {
        const std::uint32_t capacity = builder_.value(code, Op::OpLoad, builder_.u32(), {capacity_});
        position = u32_op(code, Op::OpBitwiseAnd, position,
                          u32_op(code, Op::OpISub, capacity, builder_.constant(1)));
    }
    const std::uint32_t wide = builder_.value(code, Op::OpUConvert, u64, {position});
    std::uint32_t bytes = builder_.value(code, Op::OpShiftLeftLogical, u64, {wide, builder_.constant(3)});
    if (byte != 0) {
        const std::uint32_t wide_byte = builder_.value(code, Op::OpUConvert, u64, {byte});
        bytes = builder_.value(code, Op::OpIAdd, u64, {bytes, wide_byte});
    }
    return builder_.value(code, Op::OpIAdd, u64,
                          {bytes, builder_.constant64(options_.log_address + log_header_bytes)});
}

void LogCode::store(Code& code, std::uint32_t address, std::uint32_t type, std::uint32_t value,
                    std::uint32_t bytes) {
    const std::uint32_t pointer = builder_.value(
        code, Op::OpConvertUToPtr, builder_.pointer(StorageClass::PhysicalStorageBuffer, type), {address});
    code.add(Op::OpStore, {pointer, value, aligned, bytes});
}

} // namespace hitmap::capture
