#include "core/jobs/memory.h"

#include <fmt/format.h>

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace hitmap {

std::uint64_t physical_memory_bytes() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    return pages <= 0 || page <= 0 ? 0 : static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

std::uint64_t available_memory_bytes() {
    std::ifstream facts("/proc/meminfo"); // proc_meminfo(5): a name, a number and "kB" on each line
    for (std::string name, rest; facts >> name; std::getline(facts, rest)) {
        std::uint64_t kib = 0;
        if (name == "MemAvailable:" && facts >> kib) return kib << 10U;
    }
    return physical_memory_bytes();
}

std::optional<std::uint64_t> free_address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages; // the first number is the total of mapped pages
    const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

std::string address_space_limit_text() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    return fmt::format("the limit of memory is {} MiB (ulimit -v)", limit.rlim_cur >> 20);
}

} // namespace hitmap
