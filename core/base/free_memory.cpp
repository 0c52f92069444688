#include "core/base/free_memory.h"

#include <malloc.h>

namespace hitmap {

void return_free_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

} // namespace hitmap
