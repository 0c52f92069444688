#pragma once

#include "core/geometry/memory_order.h"
#include "core/relayout/element_use.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A relayout while it is made: the tables of the recording, which its steps change one after the other.
struct RelayoutDraft {
    RecordingInfo info;
    RecordedScene scene;
    std::vector<Places> places; ///< [allocations] new places of elements; empty: they stay
    std::vector<std::string> changes;
    std::vector<std::string> estimates;

    /// The value of an option of the recording; nothing if it has no such option.
    [[nodiscard]] std::optional<std::string> option(std::string_view name) const;
    /// Replaces the value of an option, if the recording has it.
    void set_option(std::string_view name, std::string_view value);
    /// The allocation in global memory that has the role and the number of elements. Throws Error if there
    /// is none or several.
    [[nodiscard]] std::uint32_t allocation_of(Role role, std::uint64_t elements) const;
    /// The same by name; nothing if there is none.
    [[nodiscard]] std::optional<std::uint32_t> allocation_named(std::string_view name,
                                                                std::uint64_t elements) const;
    /// Sets the places of the elements of an allocation; empty ones are nothing. Throws Error if another
    /// option has set them.
    void set_places(std::uint32_t allocation, Places&& of_elements);
    /// Throws Error if the recording has no scene.
    void expect_scene() const;
};

/// The draft of a relayout that changes nothing yet. Throws FileError, Cancelled.
[[nodiscard]] RelayoutDraft draft_of(const HmtFile& file, const JobContext& job);

/// Sets stride, element bytes and layout of an allocation, and its bytes for as many elements as before.
/// Bytes behind the last whole element stay if they are fewer than an element. Throws Error if the bytes
/// are more than 2^63.
void set_element_layout(Allocation& allocation, ElementLayout layout, std::uint32_t stride,
                        std::uint32_t element_bytes);

/// Addresses for allocations, some of which have another size than before. Where the old addresses are
/// those that the simulated device gives to allocations of the old sizes, the new ones are those that it
/// gives to the new sizes. Otherwise allocations stay, and those that have become larger are moved
/// behind all others. Throws Error if they do not fit the address space.
void place_allocations(const std::vector<Allocation>& before, std::vector<Allocation>& after);

} // namespace hitmap
