#pragma once

#include "core/geometry/mesh/memory_order.h"
#include "core/relayout/model/byte_map.h"
#include "core/relayout/model/element_use.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A relayout while it is made: the tables of the recording, which its steps change one after the other.
struct RelayoutDraft {
    RecordingInfo info;
    RecordedScene scene;
    // Splitting elements appends allocations to the table, which have neither places nor forms.
    std::vector<Places> places; ///< [recorded allocations] new places of elements; empty: they stay
    std::vector<ByteMap> forms; ///< [recorded allocations] new forms of elements
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
    /// Throws Error if an earlier relayout has split elements, whose parts would have to move together.
    void expect_whole_elements() const;
};

/// The draft of a relayout that changes nothing yet. Throws FileError, Cancelled.
[[nodiscard]] RelayoutDraft draft_of(const HmtFile& file, const JobContext& job);

/// Sets stride, element bytes and layout of an allocation, and its bytes for as many elements as before.
/// Bytes behind the last whole element stay if they are fewer than an element. Throws Error if the bytes
/// are more than 2^63.
void set_element_layout(Allocation& allocation, ElementLayout layout, std::uint32_t stride,
                        std::uint32_t element_bytes);

/// Changes the size of all accesses to an allocation. `use` has the instructions. Throws Error if one of
/// their instructions also accesses other allocations.
/// @param bytes_of  the new bytes of a lane for the old ones
void set_access_bytes(RelayoutDraft& draft, std::uint32_t allocation, const RecordingUse& use,
                      const std::function<std::uint32_t(std::uint32_t)>& bytes_of);

} // namespace hitmap
