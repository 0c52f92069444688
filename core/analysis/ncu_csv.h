#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What Nsight Compute counted of one run of a kernel.
struct MeasuredKernel {
    std::string id;
    std::string name;
    /// By the metric's name, e.g. "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", in base units: sectors,
    /// bytes, per cent. Metrics without a number ("n/a") are left out.
    std::map<std::string, double, std::less<>> metrics;
};

/// Reads what `ncu --csv` prints: the wide form (--page raw: a column a metric, units in the second row) and
/// the long one (--page details, or older versions: "Metric Name", "Metric Unit", "Metric Value"). Lines
/// before the header, and those that begin with "==", are left out. Numbers may have commas between
/// thousands; units may be scaled (Ksector, Mbyte). Throws FileError naming `file`, line, what was expected
/// and found.
[[nodiscard]] std::vector<MeasuredKernel> parse_ncu_csv(std::string_view text, std::string_view file);

} // namespace hitmap
