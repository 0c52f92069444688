#include "app/cli/probe/probe_plots.h"

#include "app/cli/probe/probe_drawings.h"
#include "core/probe/probe_plots.h"
#include "core/trace/io/write_file.h"
#include "render/plot/plot_frame.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

std::string latency_csv(const std::vector<ChaseSample>& samples) {
    std::string text = "access,index,latency\n";
    for (std::size_t i = 0; i < samples.size(); ++i)
        text += fmt::format("{},{},{}\n", i, samples[i].index, samples[i].latency);
    return text;
}

std::string curve_csv(const std::vector<MissPoint>& points, std::uint64_t line) {
    std::string text = "bytes,lines,missed_lines,miss_rate\n";
    for (const MissPoint& point : points)
        text +=
            fmt::format("{},{},{:.9g},{:.9g}\n", point.lines * line, point.lines, point.missed, point.rate());
    return text;
}

std::string sets_csv(const ProbeResult& result) {
    std::string text = "line,address,set\n";
    for (std::size_t line = 0; line < result.set_of_line.size(); ++line)
        text += fmt::format("{},{},{}\n", line, line * *result.line, result.set_of_line[line]);
    return text;
}

void write_picture(const std::filesystem::path& folder, const std::string& name, const PlotData& plot,
                   PlotFormat format, const JobContext& job) {
    if (plot.empty()) return;
    constexpr FrameSize size{720, 440};
    if (format == PlotFormat::png)
        write_png(plot_image(plot, size), (folder / (name + ".png")).string(), job.outputs);
    else
        write_file(folder / (name + ".svg"), plot_svg(plot, size), job.outputs);
}

} // namespace

std::array<BankLayout, 3> bank_layouts(const GpuPreset& preset) {
    BankLayout own;
    if (const auto banks = preset.number("shared_memory", "banks"))
        own.banks = static_cast<std::uint32_t>(*banks);
    if (const auto bytes = preset.number("shared_memory", "bank_bytes"))
        own.bank_bytes = own.mapping_bytes = static_cast<std::uint32_t>(*bytes);
    return {own, BankLayout{32, 8, 4}, BankLayout{32, 8, 8}};
}

void write_probe_plots(const PlotFolder& to, const std::string& subject, const ProbeUnit& unit,
                       const ProbeResult& result, const JobContext& job) {
    const ProbePlots plots = probe_plots(unit, result, job);
    if (plots.curves.empty()) return;
    const auto& [folder, format] = to;
    create_folders(folder, job.outputs);
    write_file(folder / (unit.name + "-latency.csv"), latency_csv(plots.latencies), job.outputs);
    if (!result.set_of_line.empty())
        write_file(folder / (unit.name + "-sets.csv"), sets_csv(result), job.outputs);
    for (const MissCurve& curve : plots.curves)
        write_file(folder / fmt::format("{}-miss-rate{}.csv", unit.name, curve.name),
                   curve_csv(curve.points, plots.line), job.outputs);
    write_picture(folder, unit.name + "-latency", latency_plot(plots, subject), format, job);
    write_picture(folder, unit.name + "-miss-rate", miss_rate_plot(plots, result, subject), format, job);
    write_picture(folder, unit.name + "-sets", set_plot(result, subject), format, job);
}

Json bank_conflicts_json(const GpuPreset& preset) {
    const BankTiming timing = bank_timing(preset);
    Json layouts = Json::array();
    for (const BankLayout& layout : bank_layouts(preset)) {
        Json ways = Json::array();
        Json cycles = Json::array();
        for (std::uint64_t stride = 0; stride <= most_bank_stride; ++stride) {
            ways.push_back(conflict_ways(layout, stride));
            cycles.push_back(timing.cycles(conflict_ways(layout, stride)));
        }
        layouts.push_back({{"banks", layout.banks},
                           {"bank_bytes", layout.bank_bytes},
                           {"mapping_bytes", layout.mapping_bytes},
                           {"ways", ways},
                           {"cycles", cycles}});
    }
    return layouts;
}

void write_bank_plot(const PlotFolder& to, const GpuPreset& preset, const JobContext& job) {
    const BankTiming timing = bank_timing(preset);
    const auto layouts = bank_layouts(preset);
    std::string text = "stride,ways,cycles,ways_8_by_4,cycles_8_by_4,ways_8_by_8,cycles_8_by_8\n";
    for (std::uint64_t stride = 0; stride <= most_bank_stride; ++stride) {
        text += fmt::format("{}", stride);
        for (const BankLayout& layout : layouts) {
            const std::uint32_t ways = conflict_ways(layout, stride);
            text += fmt::format(",{},{:.9g}", ways, timing.cycles(ways));
        }
        text += "\n";
    }
    create_folders(to.folder, job.outputs);
    write_file(to.folder / "shared-memory.csv", text, job.outputs);
    write_picture(to.folder, "shared-memory", bank_plot(preset), to.format, job);
}

} // namespace hitmap
