#include "tests/references/citations.h"

#include <regex>

namespace hitmap {

namespace {

// Bytes from 0x80 on are letters of names in UTF-8.
const std::string name = "(?:[Vv]on |van )?[A-Z][A-Za-z\x80-\xff-]*[a-z\x80-\xff]";
const std::string year = ",? \\(?((?:19|20)[0-9][0-9])";

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
    std::vector<std::string> found;
    for (const std::regex* pattern : {&several, &pair, &one})
        find(found, text, *pattern);
    return found;
}

std::vector<std::string> private_references_in(const std::string& text) {
    static const std::regex pattern(
        "\\b[Pp]aper [0-9]|\\bfirst paper\\b|\\bdesign [0-9]|[(]design[,:. "
        "]|\\bdesign[.]md|\\bBraun\\b|[.][.]/shared\\b"
        "|\\b(?:Mei14|JiaT4|JiaV|Luo24|NVF|CCTAB|AMPTUNE|KEPL|MUSHI|LIZZIEW|LOTTES|FLASHGPU|FGPU|USON23|A100N"
        "|B200OWN|H100CAL|RDNA1WP|GM204WP|FERMIDEF|GA10XGIST|SMALLSCI|HWLUX|H200S|TUNNELS|HUERTA|SURV)\\b"
        "|\\bGPC-[A-Z]|\\bCC-GB|\\bCC(?:A770|B200|4090|7900)\\b|\\bGS:");
    std::vector<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
        found.push_back(it->str());
    return found;
}

} // namespace hitmap
