#include "core/base/json_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace hitmap::test {
namespace {

std::string complaint(const std::string& text) {
    try {
        (void)parse_json_text<nlohmann::ordered_json>(text, "x.json");
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

TEST(JsonText, BrokenOnesNamePlaceExpectedAndFound) {
    const struct {
        std::string text;
        const char* message;
    } rows[] = {
        {R"({"a": [1, {"b": null}], "c": {"b": 1}})", ""},
        {"\xef\xbb\xbf{\"a\": 1}", ""},
        {"", "x.json: line 1, column 1: expected '[', '{', or a literal, found end of input"},
        {"{\n  \"a\"", "x.json: line 2, column 6: expected ':', found end of input"},
        {"[1 2]", "x.json: line 1, column 4: expected ']', found number literal"},
        {"[1,\n\n  tru]", "x.json: line 3, column 6: expected a JSON text, found invalid literal (last read: "
                          "'1,<U+000A><U+000A>  tru]')"},
        {R"({"a": {"b": 1, "b": 2}})", "x.json: /a: expected each key once, found 'b' twice"},
        {R"({"a": 1, "b": [{}], "a": 2})", "x.json: /: expected each key once, found 'a' twice"},
        {R"([{"a": 1}, {"a": 1}])", ""},
        {"[-1e999]", "x.json: expected numbers that a double can hold, found '-1e999'"},
        {std::string(1000000, '['), "x.json: expected values at most 64 deep, found more"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(complaint(row.text), row.message);
}

} // namespace
} // namespace hitmap::test
