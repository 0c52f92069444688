#pragma once

namespace hitmap::test {

/// While it exists, the GPU has memory for some more buffers and for no further one: OpenGL itself reports
/// that it is out of memory. Only buffers that are filled after they got their memory are counted, as those
/// of scenes are, not small ones that are made with their contents. There is at most one shortage at a time.
class GpuShortage {
public:
    /// @param allowed  number of buffers that still get memory
    explicit GpuShortage(int allowed = 0);
    ~GpuShortage();
    GpuShortage(const GpuShortage&) = delete;
    GpuShortage& operator=(const GpuShortage&) = delete;
    GpuShortage(GpuShortage&&) = delete;
    GpuShortage& operator=(GpuShortage&&) = delete;

    /// Returns the number of buffers that got no memory so far.
    [[nodiscard]] int refused() const;
};

} // namespace hitmap::test
