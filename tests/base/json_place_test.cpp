#include "core/base/json_place.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(JsonPlace, IsThatInTheWholeFile) {
    struct Case {
        const char* outer;
        const char* inner;
        const char* message;
    };
    for (const Case& each : {Case{"/panes/2", "/view/metric", "a.json: /panes/2/view/metric: expected more"},
                             {"/panes/2", "metric", "a.json: /panes/2/metric: expected more"},
                             {"/panes/2", "", "a.json: /panes/2: expected more"},
                             {"", "metric", "a.json: /metric: expected more"},
                             {"", "", "a.json: expected more"},
                             {"/a", "b\n", "a.json: /a/b\\n: expected more"}}) {
        try {
            at_json_place(each.outer, [&] { throw FileError("a.json", each.inner, "expected more"); });
            FAIL();
        } catch (const FileError& error) {
            EXPECT_STREQ(error.what(), each.message);
        }
    }
    EXPECT_EQ(at_json_place("/a", [] { return 7; }), 7);
}

} // namespace
} // namespace hitmap
