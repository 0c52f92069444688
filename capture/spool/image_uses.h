#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spirv/capture_site.h"

namespace hitmap::capture {

/// What lanes access of each image. Images have no addresses, so that a recording has no requests of them but
/// their number and the range of their coordinates.
class ImageUses {
public:
    /// Adds the lanes of a record with coordinates. @param bindings  of the module
    void add(const LogRecord& record, const std::vector<Binding>& bindings, const Access& access);

    /// One line for each image, at most 100, such as "target (set 0, binding 1): 64 lane accesses, x 0 to 7,
    /// y 0 to 7". Coordinates that are floats are those that the shader gives, of which most are normalized.
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    struct Range {
        double least = 0;
        double most = 0;
    };
    struct Use {
        std::uint64_t lanes = 0;
        std::array<Range, 3> ranges;
    };
    /// Set, binding, index in the array of descriptors, name, whether coordinates are floats.
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string, bool>;

    std::map<Key, Use> uses_;
};

} // namespace hitmap::capture
