#include "core/base/text/base64.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap::test {
namespace {

// The test vectors of RFC 4648, section 10, and the last two digits of the alphabet.
TEST(Base64, EncodesTheTestVectors) {
    const std::pair<std::string_view, std::string_view> rows[] = {{"", ""},
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"},
                                                                  {"\xfb\xff", "+/8="}};
    for (const auto& [text, expected] : rows)
        EXPECT_EQ(base64(std::vector<std::uint8_t>(text.begin(), text.end())), expected);
}

} // namespace
} // namespace hitmap::test
