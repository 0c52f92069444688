#include "core/report/column/provenance_json.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(Provenance, NamesAllValuesOfARepeatedOption) {
    RecordingInfo info;
    info.producer = "another program";
    info.source_name = "scene.obj";
    info.options = {
        {"warning", "first"}, {"part", "requests 1:2"}, {"warning", "second"}, {"warning", "third"}};
    info.origins = {{"sm", Origin::assumed}, {"camera", Origin::assumed}, {"warp", Origin::recorded}};
    EXPECT_EQ(json_text(provenance_json("run.csv", "run.layout.json", info)), R"({
  "file": "run.csv",
  "incomplete": false,
  "producer": "another program",
  "source": "scene.obj",
  "layout": "run.layout.json",
  "origin": {
    "sm": "assumed"
  },
  "options": {
    "warning": [
      "first",
      "second",
      "third"
    ],
    "part": "requests 1:2"
  }
})");
}

TEST(Provenance, LeavesOutWhatThereIsNot) {
    const Json json = provenance_json("a.csv", {}, {});
    EXPECT_EQ(json.dump(), R"({"file":"a.csv","incomplete":false,"producer":"","source":""})");
    EXPECT_EQ(json_text(Json("a\xff")), "\"a\xEF\xBF\xBD\"") << "names of files may be invalid UTF-8";
}

} // namespace
} // namespace hitmap
