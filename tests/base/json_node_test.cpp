#include "core/base/json_node.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

namespace hitmap {
namespace {

enum class Fruit { apple, pear };
constexpr NameTable<Fruit, 2> fruit_names = {{{Fruit::apple, "apple"}, {Fruit::pear, "pear"}}};

/// The message of the error with which reading ends; empty without one.
std::string message_of(const char* text, const std::function<void(JsonNode&)>& read) {
    const Json value = Json::parse(text);
    JsonNode object(value, "/basket", "a.json");
    try {
        read(object);
    } catch (const FileError& error) {
        return error.what();
    }
    return {};
}

TEST(JsonNode, ReadsTheMembersThatThereAre) {
    const Json value = Json::parse(R"({"fruit": "pear", "count": 7, "ripe": true, "inner": {"name": "x"}})");
    JsonNode object(value, "", "a.json");
    Fruit fruit = Fruit::apple;
    std::uint32_t count = 0;
    std::uint32_t missing = 5;
    bool ripe = false;
    object.read("fruit", fruit, fruit_names);
    object.read("count", count);
    object.read("missing", missing);
    object.read_earlier("ripe", ripe);
    const auto inner = object.read_object("inner");
    object.finish();
    EXPECT_EQ(fruit, Fruit::pear);
    EXPECT_EQ(count, 7U);
    EXPECT_EQ(missing, 5U) << "a member that is missing keeps its value";
    EXPECT_TRUE(ripe);
    ASSERT_TRUE(inner.has_value());
    EXPECT_EQ(inner->place(), "/inner");
}

TEST(JsonNode, NamesThePlaceTheExpectedAndTheFoundValue) {
    Fruit fruit = Fruit::apple;
    std::uint64_t count = 0;
    EXPECT_EQ(message_of(R"({"fruit": "plum"})", [&](JsonNode& o) { o.read("fruit", fruit, fruit_names); }),
              R"(a.json: /basket/fruit: expected "apple" or "pear", found "plum")");
    EXPECT_EQ(message_of(R"({"count": -1})", [&](JsonNode& o) { o.read("count", count, 0, 9); }),
              "a.json: /basket/count: expected a whole number from 0 to 9, found -1");
    EXPECT_EQ(message_of("[]", [&](JsonNode& o) { o.read("count", count, 0, 9); }),
              "a.json: /basket: expected an object, found []");
    EXPECT_EQ(message_of(R"({"inner": 3})", [](JsonNode& o) { (void)o.read_object("inner"); }),
              "a.json: /basket/inner: expected an object, found 3");
}

TEST(JsonNode, RefusesKeysThatWereNotRead) {
    const auto read = [](JsonNode& object) {
        bool old = false;
        std::string name;
        object.read_earlier("old", old);
        object.read("name", name);
        object.finish();
    };
    EXPECT_EQ(message_of(R"({"name": "a", "old": true})", read), "");
    EXPECT_EQ(message_of(R"({"nam": "a"})", read), "a.json: /basket/nam: unknown key; known: name");
}

} // namespace
} // namespace hitmap
