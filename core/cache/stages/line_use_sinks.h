#pragma once

#include "core/cache/stages/line_use_sink.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

/// Passes the uses of lines on to several sinks, so that one simulation serves them all.
class LineUseSinks final : public LineUseSink {
public:
    /// @param sinks  must outlive this object
    explicit LineUseSinks(std::vector<LineUseSink*> sinks) : sinks_(std::move(sinks)) {}

    [[nodiscard]] bool reads_accesses() const override {
        return std::any_of(sinks_.begin(), sinks_.end(),
                           [](const LineUseSink* sink) { return sink->reads_accesses(); });
    }
    void begin(const LineUseSetup& setup) override {
        for (LineUseSink* const sink : sinks_)
            sink->begin(setup);
    }
    void reserve(std::size_t sms) override {
        for (LineUseSink* const sink : sinks_)
            sink->reserve(sms);
    }
    void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) override {
        for (LineUseSink* const sink : sinks_)
            sink->add_l1(sm, block, first_position);
    }
    void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) override {
        for (LineUseSink* const sink : sinks_)
            sink->add_l2(slice, block, first_position);
    }

private:
    std::vector<LineUseSink*> sinks_;
};

} // namespace hitmap
