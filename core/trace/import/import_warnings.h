#pragma once

#include <cstddef>
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
    /// @param what   names the anomaly in the plural: "lines that are not accesses"
    /// @param which  names these anomalies or the first of them: "line 3 of a.log"; may be empty. It is text
    ///               from outside. The first most_named different texts of a kind are kept.
    void count(std::string_view what, std::uint64_t times = 1, std::string_view which = {});

    /// Options of the recording (import_warning_option), one for each kind in the order of the alphabet:
    /// "lines that are not accesses: 3", or "lines that are not accesses: 3 (line 3 of a.log, ...)" if some
    /// are named, where dots stand for names that were not kept.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> options() const;

    static constexpr std::size_t most_named = 5;

private:
    struct Kind {
        std::uint64_t times = 0;
        std::vector<std::string> named; ///< without repetitions
        bool more = false;              ///< there are others
    };
    std::map<std::string, Kind, std::less<>> kinds_;
};

} // namespace hitmap
