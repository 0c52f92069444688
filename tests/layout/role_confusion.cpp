#include "tests/layout/role_confusion.h"

#include "core/layout/derive/survey_blocks.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hitmap::test {

namespace {

/// The allocations that a request accesses.
std::set<std::size_t> accessed(const HmtFile& file, const RecordingInfo& truth, ThreadPool& pool) {
    std::set<std::size_t> all;
    const auto examine = [&](const RequestBlock& block, std::set<std::size_t>& found) {
        for_each_request(block, {}, [&](const RequestBlock::Entry& entry, auto addresses) {
            const Space space = truth.instructions[entry.instruction].space;
            for (std::size_t a = 0; a < truth.allocations.size(); ++a) {
                const Allocation& allocation = truth.allocations[a];
                const std::uint64_t address = addresses.front(); // an instruction accesses one allocation
                if (allocation.space == space && address >= allocation.address &&
                    address < allocation.address + allocation.bytes)
                    found.insert(a);
            }
        });
    };
    survey_blocks<std::set<std::size_t>>(file, pool, {}, examine,
                                         [&](std::set<std::size_t>&& part) { all.merge(part); });
    return all;
}

const BufferLayout* derived_at(const RecordingLayout& layout, const Allocation& truth) {
    const BufferLayout* best = nullptr;
    std::uint64_t most = 0;
    for (const BufferLayout& buffer : layout.buffers) {
        if (buffer.space != truth.space) continue;
        const std::uint64_t begin = std::max(buffer.address, truth.address);
        const std::uint64_t end = std::min(buffer.address + buffer.bytes, truth.address + truth.bytes);
        if (begin < end && end - begin > most) {
            most = end - begin;
            best = &buffer;
        }
    }
    return best;
}

bool same_elements(const BufferLayout& buffer, const Allocation& truth) {
    return truth.role == Role::stack || truth.role == Role::other ||
           (buffer.address == truth.address && buffer.stride == truth.stride &&
            buffer.layout == truth.layout && buffer.element_bytes == truth.element_bytes);
}

std::string described(const BufferLayout& buffer) {
    return fmt::format("{} at {:#x} + {}, {} of {} bytes, {}", name_of(buffer.role), buffer.address,
                       buffer.bytes, buffer.element_bytes, buffer.stride,
                       buffer.layout == ElementLayout::planar ? "planar" : "linear");
}

void compare(const RecordingLayout& layout, const RecordingInfo& truth, const std::set<std::size_t>& used,
             RoleConfusion& result, std::string& wrong) {
    const RecordingLayout true_layout = layout_of(truth);
    for (const std::size_t a : used) {
        const Allocation& allocation = truth.allocations[a];
        const BufferLayout* buffer = derived_at(layout, allocation);
        const bool found = buffer != nullptr;
        const std::size_t derived = found ? static_cast<std::size_t>(buffer->role) : RoleConfusion::not_found;
        ++result.counts[static_cast<std::size_t>(allocation.role)][derived];
        const bool right = found && buffer->role == allocation.role;
        const bool exact = right && same_elements(*buffer, allocation);
        if (right && !exact) ++result.wrong_elements;
        if (!exact)
            wrong += fmt::format("{}: {}; derived: {}\n", allocation.name, described(true_layout.buffers[a]),
                                 found ? described(*buffer) : "none");
    }
}

} // namespace

std::uint64_t RoleConfusion::total() const {
    std::uint64_t sum = 0;
    for (const auto& row : counts)
        for (const std::uint64_t count : row)
            sum += count;
    return sum;
}

std::uint64_t RoleConfusion::right() const {
    std::uint64_t sum = 0;
    for (std::size_t role = 0; role < role_count; ++role)
        sum += counts[role][role];
    return sum;
}

void RoleConfusion::add(const RoleConfusion& other) {
    for (std::size_t row = 0; row < counts.size(); ++row)
        for (std::size_t column = 0; column < counts[row].size(); ++column)
            counts[row][column] += other.counts[row][column];
    wrong_elements += other.wrong_elements;
}

RoleConfusions confusion_of(const Scene& scene, const TraceOptions& options, ThreadPool& pool) {
    std::vector<std::byte> listed_bytes;
    std::vector<std::byte> unlisted_bytes;
    const auto listed_file = write_hmt(create_memory(listed_bytes), {.deflate = false}, &pool);
    const auto unlisted_file = write_hmt(create_memory(unlisted_bytes), {.deflate = false}, &pool);
    StrippedRecording listed(*listed_file, true);
    StrippedRecording unlisted(*unlisted_file, false);
    SplitRecording both({listed, unlisted});
    trace_scene(scene, options, both, pool);
    const HmtFile with_table(open_memory(std::move(listed_bytes), "listed"));
    const HmtFile without_table(open_memory(std::move(unlisted_bytes), "unlisted"));
    const std::set<std::size_t> used = accessed(with_table, listed.truth, pool);
    RoleConfusions result;
    compare(derive_layout(with_table, pool), listed.truth, used, result.listed, result.wrong);
    compare(derive_layout(without_table, pool), listed.truth, used, result.unlisted, result.wrong);
    return result;
}

} // namespace hitmap::test
