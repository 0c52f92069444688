#include "capture/layer/pipelines/work_group_size.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <utility>

namespace hitmap::capture {

namespace {

using Size = std::array<std::uint32_t, 3>;

/// What decides the size, from one pass over the module. SPIR-V 1.6, sections 3.6 (execution modes LocalSize
/// and LocalSizeId) and 3.21 (built-in WorkgroupSize, which has precedence over both).
struct Found {
    std::optional<std::uint32_t> entry_point;
    std::map<std::uint32_t, Size> sizes;                   ///< by entry point
    std::map<std::uint32_t, Size> size_ids;                ///< by entry point
    std::optional<std::uint32_t> builtin;                  ///< the constant WorkgroupSize
    std::map<std::uint32_t, std::uint32_t> values;         ///< of constants of 32 bits
    std::map<std::uint32_t, std::uint32_t> specialization; ///< SpecId of constants
    std::map<std::uint32_t, Size> composites;              ///< of three constants
};

std::string text_of(std::span<const std::uint32_t> words) {
    std::string text(words.size_bytes(), '\0');
    std::memcpy(text.data(), words.data(), words.size_bytes());
    return text.substr(0, text.find('\0'));
}

void read_decoration(std::span<const std::uint32_t> w, Found& found) {
    if (w.size() < 4) return;
    if (w[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId)) found.specialization[w[1]] = w[3];
    if (w[2] == static_cast<std::uint32_t>(spv::Decoration::BuiltIn) &&
        w[3] == static_cast<std::uint32_t>(spv::BuiltIn::WorkgroupSize))
        found.builtin = w[1];
}

/// @param w  the words of an instruction
void read_instruction(std::span<const std::uint32_t> w, std::string_view entry_point, Found& found) {
    switch (static_cast<spv::Op>(w[0] & 0xffff)) {
    case spv::Op::OpEntryPoint:
        if (w.size() > 3 && w[1] == static_cast<std::uint32_t>(spv::ExecutionModel::GLCompute) &&
            text_of(w.subspan(3)) == entry_point)
            found.entry_point = w[2];
        break;
    case spv::Op::OpExecutionMode:
        if (w.size() == 6 && w[2] == static_cast<std::uint32_t>(spv::ExecutionMode::LocalSize))
            found.sizes[w[1]] = {w[3], w[4], w[5]};
        break;
    case spv::Op::OpExecutionModeId:
        if (w.size() == 6 && w[2] == static_cast<std::uint32_t>(spv::ExecutionMode::LocalSizeId))
            found.size_ids[w[1]] = {w[3], w[4], w[5]};
        break;
    case spv::Op::OpDecorate:
        read_decoration(w, found);
        break;
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
        if (w.size() == 4) found.values[w[2]] = w[3];
        break;
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
        if (w.size() == 6) found.composites[w[2]] = {w[3], w[4], w[5]};
        break;
    default:
        break;
    }
}

void specialize(const VkSpecializationInfo& constants, Found& found) {
    for (const auto& [id, number] : found.specialization)
        for (std::uint32_t i = 0; i < constants.mapEntryCount; ++i) {
            const VkSpecializationMapEntry& entry = constants.pMapEntries[i];
            if (entry.constantID != number || entry.size != sizeof(std::uint32_t)) continue;
            std::memcpy(&found.values[id], static_cast<const std::byte*>(constants.pData) + entry.offset,
                        sizeof(std::uint32_t));
        }
}

WorkGroupSize values_of(const Size& ids, const Found& found) {
    WorkGroupSize result{{1, 1, 1}, true};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto value = found.values.find(ids[i]);
        if (value != found.values.end())
            result.size[i] = value->second;
        else
            result.is_known = false;
    }
    return result;
}

} // namespace

WorkGroupSize work_group_size(std::span<const std::uint32_t> words, std::string_view entry_point,
                              const VkSpecializationInfo* constants) {
    constexpr std::size_t header_words = 5;
    Found found;
    for (std::size_t at = header_words; at < words.size();) {
        const std::size_t count = words[at] >> 16;
        if (count == 0 || count > words.size() - at) break;
        read_instruction(words.subspan(at, count), entry_point, found);
        at += count;
    }
    if (constants != nullptr) specialize(*constants, found);
    if (found.builtin)
        if (const auto ids = found.composites.find(*found.builtin); ids != found.composites.end())
            return values_of(ids->second, found);
    if (!found.entry_point) return {};
    if (const auto ids = found.size_ids.find(*found.entry_point); ids != found.size_ids.end())
        return values_of(ids->second, found);
    if (const auto size = found.sizes.find(*found.entry_point); size != found.sizes.end())
        return {size->second, !found.builtin}; // which has precedence, and is not known
    return {};
}

} // namespace hitmap::capture
