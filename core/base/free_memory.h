#pragma once

namespace hitmap {

/// Returns memory that was freed to the system, which the allocator would keep for the next allocations. To
/// be called when a large part of the program's memory was freed.
void return_free_memory();

} // namespace hitmap
