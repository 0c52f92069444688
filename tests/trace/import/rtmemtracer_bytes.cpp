#include "tests/trace/import/rtmemtracer_bytes.h"

#include "tests/trace/compressed.h"

#include <bit>

namespace hitmap {

namespace {

class TraceText {
public:
    TraceText& u32(std::uint32_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            text_ += static_cast<char>(value >> shift & 0xffU);
        return *this;
    }
    TraceText& numbers(const std::vector<std::uint32_t>& values) {
        for (const std::uint32_t value : values)
            u32(value);
        return *this;
    }
    TraceText& f32(float value) { return u32(std::bit_cast<std::uint32_t>(value)); }
    TraceText& floats(const std::vector<float>& values) {
        for (const float value : values)
            f32(value);
        return *this;
    }
    void record(const TraceRecord& record) {
        u32(record.index).f32(record.l2_hits).f32(record.l1_hits).u32(record.l2_lookups);
        u32(record.l1_lookups);
        text_ += static_cast<char>(record.descriptor << 1U);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

} // namespace

TraceFrames worked_frames() {
    return {{{2, 0, 0, 0, 1, 1}, {2, 1, 1, 1, 2, 1}, {4, 0, 2, 2, 5, 4}, {0, 0}},
            {{2, 0, 1, 1, 1, 1}, {2, 1, 2, 1, 2, 1}, {4, 0, 5, 4, 5, 4}, {0, 1}}};
}

std::string worked_example(const TraceFrames& frames) {
    TraceText out;
    out.numbers({60, 3, 12, 1, 12, 2, 24});
    out.floats({0, 0, 5, 1, 0, 0, 0, 1, 0, 0, 0, 1, 60}).numbers({2, 2});
    out.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}).numbers({0, 1, 2});
    for (int box = 0; box < 2; ++box)
        out.floats({0, 0, 0, 1, 1, 0});
    std::size_t records = 0;
    for (const auto& frame : frames)
        records += frame.size();
    out.numbers({static_cast<std::uint32_t>(frames.size()), static_cast<std::uint32_t>(records), 0, 1});
    for (const auto& frame : frames) {
        out.u32(static_cast<std::uint32_t>(frame.size()));
        for (const TraceRecord& record : frame)
            out.record(record);
    }
    return out.text();
}

std::string gbla_of(std::string_view trace) {
    constexpr std::size_t header = 28 + 60;
    TraceText preamble;
    preamble.numbers({header + 4, 0});
    return "GBLA" + preamble.text() + std::string(trace.substr(0, header)) + gzip(trace.substr(header));
}

std::string with_u32(std::string bytes, std::size_t offset, std::uint32_t value) {
    const std::string number = TraceText().u32(value).text();
    return bytes.replace(offset, number.size(), number);
}

std::string with_f32(std::string bytes, std::size_t offset, float value) {
    return with_u32(std::move(bytes), offset, std::bit_cast<std::uint32_t>(value));
}

} // namespace hitmap
