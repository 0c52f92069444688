#include "core/trace/formats/memtracer/access_reader.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace hitmap::memtracer {

namespace {

constexpr std::uint64_t accesses_at_once = 2048;

template <class Number>
Number number_at(const std::byte* bytes) {
    static_assert(std::endian::native == std::endian::little);
    Number value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

} // namespace

AccessReader::AccessReader(SeekableInput& file, const TraceHeader& header, const TraceTables& tables)
    : file_(file), header_(header), tables_(tables) {}

void AccessReader::seek(std::uint64_t first) {
    next_ = first;
    buffer_.clear();
    at_ = 0;
}

void AccessReader::refuse(const std::string& message) const {
    throw FileError(
        file_.name(),
        fmt::format("access {} at byte {}", next_, header_.accesses.offset + next_ * access_bytes), message);
}

void AccessReader::fill() {
    buffer_.resize(std::min(accesses_at_once, header_.accesses.count - next_) * access_bytes);
    file_.read(header_.accesses.offset + next_ * access_bytes, buffer_);
    at_ = 0;
}

bool AccessReader::next(TraceAccess& access) {
    if (at_ == buffer_.size()) {
        if (next_ == header_.accesses.count) return false;
        fill();
    }
    decode(buffer_.data() + at_, access);
    at_ += access_bytes;
    ++next_;
    return true;
}

void AccessReader::decode(const std::byte* row, TraceAccess& access) {
    const auto launch_id = number_at<std::uint64_t>(row + 8);
    if (!launch_known_ || launch_id != launch_id_) {
        const auto found = tables_.launch_of_id.find(launch_id);
        if (found == tables_.launch_of_id.end())
            refuse(fmt::format("expected one of {} launches, found launch {}", tables_.launches.size(),
                               launch_id));
        launch_id_ = launch_id;
        launch_ = found->second;
        launch_known_ = true;
    }
    access.launch = launch_;
    const TraceLaunch& launch = tables_.launches[launch_];
    access.block = 0;
    for (std::size_t axis = 3; axis-- != 0;) { // z, y, x
        const auto index = number_at<std::int32_t>(row + 16 + 4 * (2 - axis));
        if (index < 0 || static_cast<std::uint32_t>(index) >= launch.grid[axis])
            refuse(fmt::format("expected a block below {}, found {} ({})", launch.grid[axis], index,
                               "xyz"[axis]));
        access.block = access.block * launch.grid[axis] + static_cast<std::uint32_t>(index);
    }
    const auto local_warp = number_at<std::int32_t>(row + 28);
    if (local_warp < 0 || static_cast<std::uint32_t>(local_warp) >= launch.warps_per_block())
        refuse(fmt::format("expected a warp below {}, found {}", launch.warps_per_block(), local_warp));
    access.local_warp = static_cast<std::uint32_t>(local_warp);
    access.warp = static_cast<std::uint32_t>(access.block * launch.warps_per_block() + access.local_warp);

    const auto found = tables_.instruction_at.find(number_at<std::uint64_t>(row));
    const bool known = found != tables_.instruction_at.end();
    access.instruction = known ? found->second : static_cast<std::uint32_t>(tables_.instructions.size());
    if (!known) ++anomalies_.unknown_instruction;

    std::memcpy(access.address.data(), row + 32, sizeof access.address);
    std::uint32_t with_address = 0; // without branches, because masks are hard to predict
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        with_address |= std::uint32_t{access.address[lane] != 0} << lane;
    const std::uint32_t lanes = std::min(warp_size, launch.threads() - access.local_warp * warp_size);
    access.mask = with_address & ~0U >> (warp_size - lanes);
    anomalies_.lanes_outside_block += static_cast<unsigned>(std::popcount(with_address & ~access.mask));
    if (access.mask == 0) ++anomalies_.without_lanes;
}

} // namespace hitmap::memtracer
