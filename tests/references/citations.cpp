#include "tests/references/citations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <regex>
#include <span>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

// Bytes from 0x80 on are letters of names in UTF-8.
const std::string name = "(?:[Vv]on |van )?[A-Z][A-Za-z\x80-\xff-]*[a-z\x80-\xff]";
const std::string year = ",? \\(?((?:19|20)[0-9][0-9])";

/// The parts of a text from `before` characters before any of these words to `after` behind its begin; parts
/// that overlap are one. Regular expressions over everything would take a minute.
std::vector<std::string> parts_around(const std::string& text, std::span<const std::string_view> words,
                                      std::size_t before, std::size_t after) {
    std::vector<std::size_t> places;
    for (const std::string_view word : words)
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            places.push_back(at);
    std::ranges::sort(places);
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (const std::size_t at : places) {
        const std::pair<std::size_t, std::size_t> range(at - std::min(at, before),
                                                        std::min(at + after, text.size()));
        if (!ranges.empty() && range.first <= ranges.back().second)
            ranges.back().second = range.second;
        else
            ranges.push_back(range);
    }
    std::vector<std::string> parts;
    for (const auto& [first, last] : ranges)
        parts.push_back(text.substr(first, last - first));
    return parts;
}

void find(std::vector<std::string>& found, const std::string& text, const std::regex& pattern) {
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
        found.push_back((*it)[1].str() + " " + (*it)[2].str());
}

} // namespace

std::string without_line_breaks(std::string_view text) {
    std::string whole;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '\n') {
            whole += text[at++];
            continue;
        }
        at = std::min(text.find_first_not_of(" \t\r\n/#%*\"", at), text.size());
        whole += ' ';
    }
    return whole;
}

std::vector<std::string> citations_in(const std::string& text) {
    static const std::regex several("(" + name + " et al\\.)" + year);
    static const std::regex pair("(" + name + "(?:, " + name + ")* and " + name + ")" + year);
    static const std::regex one("(?:\\(|; )(" + name + "),? ((?:19|20)[0-9][0-9])");
    static constexpr std::array<std::string_view, 2> centuries{"19", "20"};
    constexpr std::size_t longest = 240; // of the names before a year
    std::vector<std::string> found;
    for (const std::string& part : parts_around(text, centuries, longest, 8))
        for (const std::regex* pattern : {&several, &pair, &one})
            find(found, part, *pattern);
    return found;
}

std::vector<std::string> private_references_in(const std::string& text) {
    static const std::regex pattern(
        "\\b[Pp]aper [0-9]|\\bfirst paper\\b|\\bdesign [0-9]|[(]design[,:. "
        "]|\\bdesign[.]md|\\bBraun\\b|[.][.]/shared\\b"
        "|\\b(?:Mei14|JiaT4|JiaV|Luo24|NVF|CCTAB|AMPTUNE|KEPL|MUSHI|LIZZIEW|LOTTES|FLASHGPU|FGPU|USON23|A100N"
        "|B200OWN|H100CAL|RDNA1WP|GM204WP|FERMIDEF|GA10XGIST|SMALLSCI|HWLUX|H200S|TUNNELS|HUERTA|SURV)\\b"
        "|\\bGPC-[A-Z]|\\bCC-GB|\\bCC(?:A770|B200|4090|7900)\\b|\\bGS:");
    static constexpr std::array<std::string_view, 39> beginnings{
        "aper ",    "first p", "design",   "Braun",   "../sh",   "Mei14",   "JiaT4",   "JiaV",
        "Luo24",    "NVF",     "CCTAB",    "AMPTUNE", "KEPL",    "MUSHI",   "LIZZIE",  "LOTTES",
        "FLASHGPU", "FGPU",    "USON23",   "A100N",   "B200OWN", "H100CAL", "RDNA1WP", "GM204",
        "FERMID",   "GA10XG",  "SMALLSCI", "HWLUX",   "H200S",   "TUNNELS", "HUERTA",  "SURV",
        "GPC-",     "CC-GB",   "CCA",      "CCB",     "CC4",     "CC7",     "GS:"};
    std::vector<std::string> found;
    for (const std::string& part : parts_around(text, beginnings, 8, 24))
        for (std::sregex_iterator it(part.begin(), part.end(), pattern), end; it != end; ++it)
            found.push_back(it->str());
    return found;
}

} // namespace hitmap
