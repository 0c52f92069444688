#pragma once

#include "core/relayout/model/element_use.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"

#include <cstdint>

/// How the elements of one allocation are stored, whatever they are. All functions throw Error if elements
/// are in planes.
namespace hitmap {

/// Stores the bytes of each element in several arrays. The allocation keeps the part with the first byte, and
/// the others follow at the end of the table, with the name of the allocation and the number of their first
/// byte in the element: "nodes+16". `use` has the fields. Throws what parts_at() and hot_and_cold() throw.
void split_elements(RelayoutDraft& draft, std::uint32_t allocation, const ElementCuts& cuts,
                    const RecordingUse& use);

/// Stores elements in fewer bytes: byte i of e becomes byte i bytes / e, and accesses become shorter in the
/// same ratio. An estimate. `use` has the instructions. Throws Error if the elements have no more bytes, or
/// if an instruction also accesses other allocations.
void quantise_elements(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t bytes,
                       const RecordingUse& use);

/// Another distance of elements. Throws Error if they are larger.
void set_stride(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t stride);

/// Makes the stride the next multiple of a power of two.
void align_elements(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t alignment);

} // namespace hitmap
