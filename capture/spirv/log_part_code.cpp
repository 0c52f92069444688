#include "capture/log/parts_format.h"
#include "capture/spirv/log_code.h"

// The part of LogCode by which a work group finds out whether it runs in this part of its dispatch.

namespace hitmap::capture {

using spv::Op;
using spv::StorageClass;

namespace {

constexpr std::uint32_t atomic_relaxed = 0;
constexpr std::uint32_t aligned_access = 2; // memory operand

} // namespace

std::uint32_t LogCode::parts_pointer(Code& code, std::uint32_t offset) {
    return builder_.value(code, Op::OpConvertUToPtr,
                          builder_.pointer(StorageClass::PhysicalStorageBuffer, builder_.u32()),
                          {builder_.constant64(options_.parts_address + offset)});
}

/// The word of the work group; that of the first one if the dispatch runs whole, since it may have more work
/// groups than there are words.
std::uint32_t LogCode::group_pointer(Code& code, std::uint32_t is_whole, Entry& entry) {
    const std::uint32_t u64 = builder_.u64();
    const std::uint32_t index = builder_.value(code, Op::OpSelect, builder_.u32(),
                                               {is_whole, builder_.constant(0), linear_group(code, entry)});
    const std::uint32_t wide = builder_.value(code, Op::OpUConvert, u64, {index});
    const std::uint32_t bytes =
        builder_.value(code, Op::OpShiftLeftLogical, u64, {wide, builder_.constant(2)});
    const std::uint32_t address = builder_.value(
        code, Op::OpIAdd, u64, {bytes, builder_.constant64(options_.parts_address + parts_header_bytes)});
    return builder_.value(code, Op::OpConvertUToPtr,
                          builder_.pointer(StorageClass::PhysicalStorageBuffer, builder_.u32()), {address});
}

LogCode::Part LogCode::part(Code& code, Entry& entry) {
    const std::uint32_t u32 = builder_.u32();
    const std::uint32_t boolean = builder_.bool_type();
    const std::uint32_t one = builder_.constant(1);
    const auto word = [&](std::uint32_t offset) {
        return builder_.value(code, Op::OpLoad, u32, {parts_pointer(code, offset), aligned_access, 4});
    };
    const auto test = [&](Op opcode, std::uint32_t a, std::uint32_t b) {
        return builder_.value(code, opcode, boolean, {a, b});
    };
    const auto select = [&](std::uint32_t condition, std::uint32_t a, std::uint32_t b) {
        return builder_.value(code, Op::OpSelect, u32, {condition, a, b});
    };
    const auto mode_is = [&](std::uint32_t mode, PartMode wanted) {
        return test(Op::OpIEqual, mode, builder_.constant(static_cast<std::uint32_t>(wanted)));
    };
    const std::uint32_t relaxed = builder_.constant(atomic_relaxed);
    const std::uint32_t mode = word(parts_mode);
    const std::uint32_t pass = word(parts_pass);
    const std::uint32_t is_whole = mode_is(mode, PartMode::whole);
    const std::uint32_t pointer = group_pointer(code, is_whole, entry);
    const std::uint32_t old = builder_.value(code, Op::OpAtomicLoad, u32, {pointer, scope(), relaxed});
    // What another invocation has decided, in this part or in a former one of this dispatch.
    const std::uint32_t old_pass = u32_op(code, Op::OpShiftRightLogical, old, one);
    const std::uint32_t old_runs =
        test(Op::OpINotEqual, u32_op(code, Op::OpBitwiseAnd, old, one), builder_.constant(0));
    const std::uint32_t is_of_this = test(Op::OpIEqual, old_pass, pass);
    const std::uint32_t is_of_dispatch = test(Op::OpUGreaterThanEqual, old_pass, word(parts_first_pass));
    const std::uint32_t was_run = test(Op::OpLogicalAnd, is_of_dispatch, old_runs);
    const std::uint32_t is_decided = test(Op::OpLogicalOr, is_of_this, was_run);
    // What this invocation decides otherwise.
    const std::uint32_t used =
        builder_.value(code, Op::OpAtomicLoad, u32, {header_pointer(code, u32, log_used), scope(), relaxed});
    const std::uint32_t fits = test(Op::OpLogicalOr, test(Op::OpULessThanEqual, used, word(parts_limit)),
                                    mode_is(mode, PartMode::last));
    const std::uint32_t own = u32_op(code, Op::OpBitwiseOr, u32_op(code, Op::OpShiftLeftLogical, pass, one),
                                     select(fits, one, builder_.constant(0)));
    const std::uint32_t seen =
        builder_.value(code, Op::OpAtomicCompareExchange, u32,
                       {pointer, scope(), relaxed, relaxed, select(is_decided, old, own), old});
    // It counts unless another one was faster.
    const std::uint32_t decision = select(is_decided, old, select(test(Op::OpIEqual, seen, old), own, seen));
    const std::uint32_t decision_pass = u32_op(code, Op::OpShiftRightLogical, decision, one);
    const std::uint32_t runs =
        test(Op::OpINotEqual, u32_op(code, Op::OpBitwiseAnd, decision, one), builder_.constant(0));
    const std::uint32_t runs_now = test(Op::OpLogicalAnd, test(Op::OpIEqual, decision_pass, pass), runs);
    return {test(Op::OpLogicalOr, is_whole, runs_now), select(runs, builder_.constant(0), one)};
}

void LogCode::defer(Code& code, const Part& part) {
    builder_.value(
        code, Op::OpAtomicOr, builder_.u32(),
        {parts_pointer(code, parts_deferred), scope(), builder_.constant(atomic_relaxed), part.waits});
}

} // namespace hitmap::capture
