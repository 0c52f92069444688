#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_counts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hitmap {

struct PixelQuantity;

/// Sums of pixels that are not known of every recording and model.
enum class PixelPart : std::uint8_t {
    sectors, ///< sectors and bytes from memory: counted by the hierarchy model
    causes,  ///< causes of misses: counted by the hierarchy model, if misses are explained
    nodes,   ///< the recording has an allocation of nodes
    stack,   ///< the recording has instructions of local memory
};
inline constexpr std::size_t pixel_part_count = 4;

/// The framebuffer whose pixels are counted, and what is known of them.
struct CountedFramebuffer {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// w: lanes of a warp; 1 in recordings of programs of a CPU, where a thread is a warp of one lane.
    unsigned warp_lanes = warp_size;
    std::array<bool, pixel_part_count> known{}; ///< [PixelPart]

    [[nodiscard]] bool knows(PixelPart part) const { return known.at(static_cast<std::size_t>(part)); }
    void set_known(PixelPart part, bool is_known) { known.at(static_cast<std::size_t>(part)) = is_known; }
    friend bool operator==(const CountedFramebuffer&, const CountedFramebuffer&) = default;
};

/// The sums of the pixels of a framebuffer over one window of time: a table of all of them, or a window of an
/// index.
class WindowPixels : public CountedFramebuffer {
public:
    virtual ~WindowPixels() = default;

    [[nodiscard]] std::size_t pixels() const { return std::size_t{width} * height; }
    /// Returns the sums of a pixel, which is less than pixels().
    [[nodiscard]] virtual PixelCounts counts(std::size_t pixel) const = 0;
    /// Returns the values of a quantity that is known, [pixels()], row 0 on top. NaN: the pixel has no
    /// requests, or no value. Throws Cancelled.
    /// @tparam Number  float or double
    template <class Number = float>
    [[nodiscard]] std::vector<Number> values(const PixelQuantity& quantity, const JobContext& job) const {
        std::vector<Number> values(pixels(), std::numeric_limits<Number>::quiet_NaN());
        compute(quantity, std::span<Number>(values), job);
        return values;
    }

protected:
    WindowPixels() = default;
    explicit WindowPixels(const CountedFramebuffer& framebuffer) : CountedFramebuffer(framebuffer) {}
    WindowPixels(const WindowPixels&) = default;
    WindowPixels(WindowPixels&&) = default;
    WindowPixels& operator=(const WindowPixels&) = default;
    WindowPixels& operator=(WindowPixels&&) = default;

private:
    /// Sets the values, [pixels()], of pixels that have one.
    virtual void compute(const PixelQuantity& quantity, std::span<float> values,
                         const JobContext& job) const = 0;
    virtual void compute(const PixelQuantity& quantity, std::span<double> values,
                         const JobContext& job) const = 0;
};

} // namespace hitmap
