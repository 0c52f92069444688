#include "core/trace/formats/accelsim/kernel_input.h"

#include "core/trace/formats/accelsim/tracez_input.h"

#include <algorithm>
#include <span>
#include <string>

namespace hitmap::accelsim {

std::unique_ptr<ByteInput> open_kernel(const ByteSource& file, const JobContext& job) {
    std::string start(std::min<std::uint64_t>(file.size(), most_header), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    const bool is_text_with_end = start.starts_with('-') && start.find('\0') != std::string::npos;
    if (is_text_with_end) return open_tracez(file, start.substr(0, start.find('\0')), job);
    return open_input(file, job);
}

KernelHeader read_kernel_header(const ByteSource& file, const JobContext& job) {
    constexpr std::size_t most_bytes = std::size_t{1} << 24; // until the first instruction
    const JobContext quiet{job.stop};                        // the bytes are read again
    const auto input = open_kernel(file, quiet);
    std::string start;
    for (std::size_t bytes = most_header;; bytes *= 4) {
        const std::size_t before = start.size();
        start.resize(bytes);
        start.resize(before + input->read(std::as_writable_bytes(std::span(start).subspan(before))));
        const bool whole = start.size() < bytes;
        const KernelHeader header = parse_kernel_header(start, whole, file.name());
        if (header.columns_known || whole || bytes >= most_bytes) return header;
    }
}

} // namespace hitmap::accelsim
