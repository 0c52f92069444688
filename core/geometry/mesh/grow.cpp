#include "core/geometry/mesh/grow.h"

#include <memory>
#include <sys/mman.h>

namespace hitmap {

void wish_for_huge_pages(void* begin, std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{1} << 21U;
    if (std::align(huge_page, huge_page, begin, bytes) == nullptr) return;
    (void)madvise(begin, bytes - bytes % huge_page, MADV_HUGEPAGE);
}

} // namespace hitmap
