#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap::test {

/// The cells of a CSV table as texts, by column.
inline std::vector<std::map<std::string, std::string>> parse_csv(const std::string& text) {
    const auto split = [](const std::string& line) {
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',')
                cells.emplace_back();
            else
                cells.back() += c;
        }
        return cells;
    };
    std::istringstream in(text);
    std::string line;
    std::getline(in, line);
    const auto names = split(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(in, line)) {
        const auto cells = split(line);
        EXPECT_EQ(cells.size(), names.size()) << line;
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i)
            row[names[i]] = cells[i];
    }
    return rows;
}

} // namespace hitmap::test
