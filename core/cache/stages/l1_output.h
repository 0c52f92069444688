#pragma once

#include "core/cache/coalescing/coalesced_requests.h"
#include "core/cache/coalescing/written_list.h"
#include "core/cache/stages/l2_request.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Dirty sectors of local memory that an L1 evicted.
struct WriteBack {
    std::uint64_t line;       ///< line of L1
    std::uint32_t evicted_by; ///< index of the line that replaced it
    LineSectors sectors;
};

/// The output of L1Stage for a block. Arrays of bytes are padded, so that word_of() can read them.
struct L1Output {
    WrittenList<LineSectors> hits;  ///< [lines] sectors that hit
    WrittenList<LineSectors> to_l2; ///< [lines] sectors requested from L2
    /// [lines] origin of each request to L2; a write-back has the partition of its line.
    WrittenList<L2Request::Origin> origins;
    std::vector<LineSectors> dirty;     ///< [lines] dirty sectors that L1 evicted to allocate the line
    std::vector<std::uint64_t> evicted; ///< [lines] the line of L1 with these dirty sectors, if any

    std::vector<WriteBack> write_backs; ///< the dirty sectors as a list, by rising evicted_by

    /// Resizes the arrays of lines. Call it before L1Stage::run(), which writes hits, to_l2 and origins of
    /// every line. No line is dirty yet.
    void prepare(std::size_t lines);
    /// Fills write_backs from dirty and evicted. Call it after all L1s have run.
    void list_write_backs();
};

} // namespace hitmap
