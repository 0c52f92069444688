#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The metrics that Nsight Compute measured for one run of a kernel.
struct MeasuredKernel {
    std::string id;
    std::string name;
    /// By the name of the metric, e.g. "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", in base units:
    /// sectors, bytes, per cent. Metrics without a number ("n/a") are left out.
    std::map<std::string, double, std::less<>> metrics;
};

/// Parses the output of `ncu --csv`: the wide form (--page raw: one column per metric, units in the second
/// row) and the long form (--page details, or older versions: "Metric Name", "Metric Unit", "Metric Value").
/// Lines before the header, and lines that begin with "==", are ignored. Numbers may have commas between
/// thousands; units may be scaled (Ksector, Mbyte). Numbers with decimal commas, parts of sectors and other
/// whole things, and hit rates above 100 % are refused. Throws FileError that names `file`, the line, what
/// was expected and what was found.
[[nodiscard]] std::vector<MeasuredKernel> parse_ncu_csv(std::string_view text, std::string_view file);

} // namespace hitmap
