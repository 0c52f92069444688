#include "core/base/random_salt.h"

#include <random>

namespace hitmap {

std::uint64_t random_salt() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

} // namespace hitmap
