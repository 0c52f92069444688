#pragma once

#include "core/source/source_report.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Returns the text of a source file with the numbers of each line as a comment: before the line as /* ...
/// */, or, in languages without such comments (Python, Fortran), behind it. The numbers are aligned, and the
/// columns of source_columns() that are in text. Lines whose instructions were not executed have none. The
/// file begins with a comment of the `head` lines and the titles of the columns. Control characters and
/// bytes that are not UTF-8 are escaped.
/// @param file  its name decides which comments it has
/// @param all   the total that shares refer to
[[nodiscard]] std::string annotated_source(std::string_view file, std::string_view text,
                                           const FileTraffic& traffic, const TrafficSums& all,
                                           const std::vector<std::string>& head);

/// Names of files in one folder that are made from paths of source files.
class AnnotatedNames {
public:
    /// Reserves a name.
    void take(std::string_view name);
    /// Returns the last component of the path, without separators and control characters, not hidden, at most
    /// 210 bytes long, and with a number before its ending if an earlier file has that name. Names that
    /// differ in the case of letters alone count as equal.
    [[nodiscard]] std::string name_for(std::string_view recorded_path);

private:
    std::map<std::string, unsigned> next_; ///< [name in lower case] the number to try next
};

} // namespace hitmap
