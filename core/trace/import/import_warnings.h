#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// Counts anomalies that an import tolerates, by kind. Used by one thread.
class ImportWarnings {
public:
    /// @param what  names the anomaly in the plural: "lines that are not accesses"
    void count(std::string_view what, std::uint64_t times = 1);

    /// Options of the recording (import_warning_option), one for each kind in the order of the alphabet:
    /// "lines that are not accesses: 3".
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> options() const;

private:
    std::map<std::string, std::uint64_t, std::less<>> counts_;
};

} // namespace hitmap
