#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "tests/references/reference_list.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Returns the smallest preset, with `from` replaced by `to`.
std::string preset_with(std::string_view from = "", std::string_view to = "") {
    std::string text = R"({
  "name": "toy", "title": "Toy", "vendor": "None", "architecture": "Toy",
  "device": {"sms": {"value": 2, "source": "-", "confidence": "assumed"}},
  "l1": {
    "capacity": {"value": 1024, "source": "A, B", "confidence": 1},
    "line": {"value": 128, "source": "A", "confidence": 2},
    "sector": {"value": 32, "source": "A", "confidence": 3},
    "sets": {"value": 4, "source": "A", "confidence": 4},
    "ways": {"value": 2, "source": "A", "confidence": "inferred", "note": "two"},
    "index": {"value": "linear", "source": "A", "confidence": "recalled"},
    "policy": {"value": "lru", "source": "A", "confidence": 1}
  },
  "l2": {
    "capacity": {"value": 4096, "source": "A", "confidence": 1},
    "line": {"value": 64, "source": "A", "confidence": 1},
    "sector": {"value": 64, "source": "A", "confidence": 1},
    "sets": {"value": 1, "source": "A", "confidence": 1},
    "ways": {"value": 64, "source": "A", "confidence": 1},
    "index": {"value": "linear", "source": "A", "confidence": 1},
    "policy": {"value": "fifo", "source": "A", "confidence": 1}
  },
  "l1_tlb": {
    "page": {"value": 65536, "source": "A", "confidence": 1},
    "sets": {"value": [3, 1], "source": "A", "confidence": 1},
    "policy": {"value": "lru", "source": "A", "confidence": 1}
  }
})";
    if (const auto at = text.find(from); !from.empty() && at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

TEST(GpuPreset, ReadsFactsWithSourceAndTrust) {
    const GpuPreset preset = parse_gpu_preset(preset_with(), "toy.json");
    EXPECT_EQ(preset.name, "toy");
    EXPECT_EQ(preset.number("device", "sms"), 2.0);
    const PresetFact* ways = preset.find("l1", "ways");
    ASSERT_NE(ways, nullptr);
    EXPECT_EQ(ways->trust, Trust::inferred);
    EXPECT_EQ(ways->source, "A");
    EXPECT_EQ(ways->note, "two");
    EXPECT_EQ(preset.find("l1", "capacity")->text(), "1 KiB");
    EXPECT_EQ(preset.find("l1_tlb", "sets")->text(), "3, 1");
    EXPECT_EQ(preset.number("l1", "latency"), std::nullopt);
    EXPECT_EQ(preset.cache("l1"), (CacheGeometry{1024, 128, 32, 2, "lru", "linear"}));
    EXPECT_EQ(preset.cache("l2"), (CacheGeometry{4096, 64, 64, 64, "fifo", "linear"}));
    EXPECT_THROW(static_cast<void>(preset.cache("texture")), std::out_of_range);
}

TEST(GpuPreset, RefusesBrokenFilesByNameAndPlace) {
    const struct {
        const char* from;
        const char* to;
        const char* message;
    } cases[] = {
        {"{", "", "toy.json: line 2, column 9: expected end of input"},
        {"\"name\": \"toy\",", "", "toy.json: /: expected the key 'name'"},
        {"\"toy\"", "\"To y\"", "/name: expected a name of up to 64 small letters, digits and hyphens"},
        {"\"Toy\"", "7", "/title: expected a text, found 7"},
        {"\"Toy\"", "\"a\\nb\"", "/title: expected text without control characters"},
        {"\"device\"", "\"devise\"", "/devise: expected a known key, found 'devise'"},
        {"\"sms\"", "\"smx\"", "/device/smx: expected one of the keys sms, lanes"},
        {"\"value\": 2,", "", "/device/sms: expected the key 'value'"},
        {"\"value\": 2,", "\"value\": 0,",
         "/device/sms/value: expected a whole number from 1 to 65535, found 0"},
        {"\"value\": 2,", "\"value\": 2.5,", "expected a whole number from 1 to 65535, found 2.5"},
        {"\"value\": 2,", "\"value\": 1e300,", "expected a whole number from 1 to 65535, found 1e+300"},
        {"\"value\": 2,", "\"value\": \"2\",", "expected a whole number from 1 to 65535, found \"2\""},
        {"\"source\": \"-\", ", "", "/device/sms: expected the key 'source'"},
        {"\"assumed\"", "5", "/device/sms/confidence: expected 1, 2, 3, 4, \"inferred\""},
        {"\"assumed\"", "\"sure\"", "/device/sms/confidence: expected 1, 2, 3, 4"},
        {"\"note\"", "\"nota\"",
         "/l1/ways/nota: expected one of the keys value, unit, source, confidence, note"},
        {"\"value\": 128", "\"value\": 100",
         "/l1/line/value: expected a power of two from 16 to 4096, found 100"},
        {"\"value\": 32", "\"value\": 256",
         "/l1/sector/value: expected a power of two from 16 to 128, found 256"},
        {"\"value\": 4,", "\"value\": 3,",
         "/l1/sets/value: expected sets x ways x line to be the capacity, 1024 bytes, found 768"},
        {"\"value\": 4,", "\"value\": 4000000000,", "/l1/sets/value: expected at most"},
        {"\"linear\"", "4", "/l1/index/value: expected a text, found 4"},
        {"\"sector\": {\"value\": 32, \"source\": \"A\", \"confidence\": 3},", "",
         "/l1: expected the key 'sector'"},
        {"[3, 1]", "[]", "/l1_tlb/sets/value: expected 1 to 4096 numbers, found 0"},
        {"[3, 1]", "[3, 0]", "/l1_tlb/sets/value/1: expected a whole number from 1 to"},
        {"[3, 1]", "[1048576, 1]", "/l1_tlb/sets/value: expected at most 1048576 entries, found 1048577"},
        {"[3, 1]", "3", "/l1_tlb/sets/value: expected an array, found 3"},
        {"\"linear\"", "\"fermi-l1\"", "/l1: "},
        {"\"linear\"", "\"hashed\"", "index 'hashed' is not known"},
        {"\"fifo\"", "\"fermi\"", "/l2: "},
        {"65536", "65537", "/l1_tlb/page/value: expected a power of two from 4096"},
        {"\"l2\"", "\"texture\"", "toy.json: "},
    };
    for (const auto& c : cases) {
        try {
            static_cast<void>(parse_gpu_preset(preset_with(c.from, c.to), "toy.json"));
            ADD_FAILURE() << c.from << " -> " << c.to << " was accepted";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(c.message)) << c.from << " -> " << c.to;
        }
    }
    EXPECT_THROW(static_cast<void>(parse_gpu_preset("", "toy.json")), FileError);
    EXPECT_THROW(static_cast<void>(parse_gpu_preset("[]", "toy.json")), FileError);
    EXPECT_THROW(static_cast<void>(parse_gpu_preset(std::string(100000, '['), "toy.json")), FileError);
}

TEST(GpuPreset, TheEffectiveCapacityMayBeWhatIsModelled) {
    const std::string effective =
        R"("capacity": {"value": 2048, "source": "A", "confidence": 1},
           "effective_capacity": {"value": 1024, "source": "A", "confidence": 2},)";
    const std::string text =
        preset_with(R"("capacity": {"value": 1024, "source": "A, B", "confidence": 1},)", effective);
    EXPECT_EQ(parse_gpu_preset(text, "toy.json").cache("l1").capacity, 1024U);
    const std::string larger =
        R"("capacity": {"value": 1024, "source": "A", "confidence": 1},
           "effective_capacity": {"value": 1025, "source": "A", "confidence": 2},)";
    EXPECT_THROW(
        static_cast<void>(parse_gpu_preset(
            preset_with(R"("capacity": {"value": 1024, "source": "A, B", "confidence": 1},)", larger),
            "toy.json")),
        FileError);
}

TEST(GpuPreset, BuiltInOnesLoadAndEveryFactHasASource) {
    const PresetList list = list_gpu_presets({});
    EXPECT_TRUE(list.refused.empty());
    EXPECT_EQ(list.presets.size(), builtin_preset_texts().size());
    for (const ListedPreset& listed : list.presets) {
        EXPECT_TRUE(listed.file.empty());
        for (const PresetFact& fact : listed.preset.facts) {
            EXPECT_FALSE(fact.source.empty())
                << listed.preset.name << " " << fact.key->group << "/" << fact.key->name;
            // A fact with a class of a source must name the source; a fact that was chosen here may have
            // none.
            EXPECT_TRUE(fact.trust >= Trust::inferred || fact.source != "-")
                << listed.preset.name << " " << fact.key->name;
        }
    }
    for (const EmbeddedText& text : builtin_preset_texts()) // the name of a file is that of its preset
        EXPECT_EQ(text.name,
                  fmt::format("resources/presets/{}.json", parse_gpu_preset(text.text, text.name).name));
}

/// "l1 sector of turing-t4", for failure messages.
std::string place(const GpuPreset& preset, const PresetFact& fact) {
    return fmt::format("{} {} of {}", fact.key->group, fact.key->name, preset.name);
}

/// Calls what(preset, fact) for each fact of each built-in preset.
template <typename What>
void for_every_fact(const What& what) {
    for (const ListedPreset& listed : list_gpu_presets({}).presets)
        for (const PresetFact& fact : listed.preset.facts)
            what(listed.preset, fact);
}

TEST(GpuPreset, EverySourceIsListedInTheReferences) {
    const ReferenceList references = reference_list();
    for_every_fact([&](const GpuPreset& preset, const PresetFact& fact) {
        for (const NamedSource& source : named_sources(fact.source))
            EXPECT_TRUE(references.all.contains(source.name)) << place(preset, fact) << ": " << source.name;
    });
}

/// Vendors (1) are more reliable than measurements (2), papers (3) and simulators (4).
TEST(GpuPreset, NoFactIsTrustedMoreThanTheClassOfItsBestSource) {
    const ReferenceList references = reference_list();
    for_every_fact([&](const GpuPreset& preset, const PresetFact& fact) {
        if (fact.trust >= Trust::inferred) return;
        int best = static_cast<int>(Trust::inferred);
        for (const NamedSource& source : named_sources(fact.source)) {
            const auto listed = references.all.find(source.name);
            if (listed != references.all.end()) // works without a class are papers
                best = std::min(best, listed->second.value_or(static_cast<int>(Trust::paper)));
        }
        EXPECT_GE(static_cast<int>(fact.trust), best) << place(preset, fact) << ": " << fact.source;
    });
    EXPECT_EQ(find_gpu_preset("volta-v100", {}).find("l1", "capacity")->trust, Trust::simulator);
}

/// A source of measurements names the measured card in parentheses.
TEST(GpuPreset, WhatWasMeasuredOnAnotherCardNamesIt) {
    const ReferenceList references = reference_list();
    for_every_fact([&](const GpuPreset& preset, const PresetFact& fact) {
        for (const NamedSource& source : named_sources(fact.source)) {
            const auto listed = references.all.find(source.name);
            const bool measured = listed != references.all.end() && listed->second == 2;
            if (!measured || fact.trust == Trust::vendor || fact.trust == Trust::assumed) continue;
            if (fact.trust <= Trust::simulator) {
                EXPECT_NE(source.detail, "") << place(preset, fact) << ": measured on what?";
            }
            if (source.detail.empty() || preset.title.find(source.detail) != std::string::npos) continue;
            EXPECT_THAT(fact.note, HasSubstr(source.detail)) << place(preset, fact);
        }
    });
}

TEST(GpuPreset, NotesOfSlicesSayWhatOneHolds) {
    std::size_t found = 0;
    for (const ListedPreset& listed : list_gpu_presets({}).presets) {
        const GpuPreset& preset = listed.preset;
        const PresetFact* slices = preset.find("l2", "slices");
        if (slices == nullptr) continue;
        ++found;
        const double kib = *preset.number("l2", "capacity") / *preset.number("l2", "slices") / 1024.0;
        const std::string each =
            kib < 1024.0 ? fmt::format("{} KiB", kib) : fmt::format("{} MiB", kib / 1024.0);
        EXPECT_THAT(slices->note, HasSubstr(each)) << preset.name;
    }
    EXPECT_GT(found, 10U);
}

/// Mei et al. 2014, table 5: an L1 hit takes 116 cycles and an L2 hit 404, with L1 enabled; table 3: DRAM
/// 655.
TEST(GpuPreset, LatenciesOfFermiAreThoseWithL1Enabled) {
    const GpuPreset fermi = find_gpu_preset("fermi-gtx560ti", {});
    EXPECT_EQ(fermi.number("l1", "latency"), 116.0);
    EXPECT_EQ(fermi.number("l2", "latency"), 404.0);
    EXPECT_EQ(fermi.number("dram", "latency"), 655.0);
}

/// No such values were published for RDNA 2 and 3.
TEST(GpuPreset, WhatIsTakenFromTheWhitePaperOfRdna1IsAssumedOfLaterOnes) {
    for_every_fact([&](const GpuPreset& preset, const PresetFact& fact) {
        if (fact.source.find("RDNA white paper") == std::string::npos) return;
        EXPECT_EQ(fact.trust, Trust::assumed) << place(preset, fact);
        EXPECT_THAT(fact.note, HasSubstr("RDNA 1")) << place(preset, fact);
    });
}

TEST(GpuPreset, AreListedByVendorYearAndTitle) {
    const PresetList list = list_gpu_presets({});
    const auto place_of = [](const ListedPreset& listed) {
        const GpuPreset& preset = listed.preset;
        return fmt::format("{} {} {}", preset.vendor, preset.year, preset.title);
    };
    std::vector<std::string> places;
    for (const ListedPreset& listed : list.presets) {
        EXPECT_GE(listed.preset.year, 2010U) << listed.preset.name;
        places.push_back(place_of(listed));
    }
    EXPECT_TRUE(std::ranges::is_sorted(places)) << testing::PrintToString(places);
    EXPECT_EQ(places.front(), "AMD 2020 Radeon RX 6900 XT (Navi 21)");
    EXPECT_EQ(places.back(), "NVIDIA 2025 GeForce RTX 5090 (GB202)");
}

TEST(GpuPreset, TheYearIsANumberOrLeftOut) {
    EXPECT_EQ(parse_gpu_preset(preset_with("\"toy\"", "\"toy\", \"year\": 2018"), "toy.json").year, 2018U);
    EXPECT_EQ(parse_gpu_preset(preset_with("\"toy\"", "\"toy\""), "toy.json").year, 0U);
    for (const char* year : {"0", "12018", "2018.5", "\"2018\""}) {
        EXPECT_THROW(static_cast<void>(parse_gpu_preset(
                         preset_with("\"toy\"", std::string("\"toy\", \"year\": ") + year), "toy.json")),
                     FileError)
            << year;
    }
}

TEST(GpuPreset, TheDefaultIsTheRtx2080TiAndNamesWhatWasFoundOnIt) {
    const GpuPreset preset = find_gpu_preset("turing-rtx2080ti", {});
    EXPECT_EQ(preset.cache("l1").policy, "lru");
    EXPECT_TRUE(std::ranges::any_of(
        preset.notes, [](const std::string& note) { return note.find("tree-PLRU") != std::string::npos; }));
    EXPECT_EQ(preset.number("device", "sms"), 68.0);
    EXPECT_EQ(preset.cache("l2").capacity, parse_size("5.5MiB"));
    EXPECT_EQ(preset.cache("l1").capacity, parse_size("64KiB"));
    EXPECT_EQ(preset.number("l1", "effective_capacity"), 62976.0);
}

TEST(GpuPreset, OwnFilesStandBeforeBuiltInOnesAndBrokenOnesAreNamed) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "hitmap_presets";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "mine.json") << preset_with("\"toy\"", "\"volta-v100\"");
    std::ofstream(folder / "broken.json") << "{";
    std::ofstream(folder / "readme.txt") << "no preset";
    const std::vector<std::filesystem::path> folders{folder / "missing", folder};
    const PresetList list = list_gpu_presets(folders);
    EXPECT_EQ(list.presets.size(), builtin_preset_texts().size());
    ASSERT_EQ(list.refused.size(), 1U);
    EXPECT_THAT(list.refused.front(), HasSubstr("broken.json"));
    EXPECT_EQ(find_gpu_preset("volta-v100", folders).title, "Toy");
    EXPECT_EQ(find_gpu_preset((folder / "mine.json").string(), {}).title, "Toy");
    try {
        static_cast<void>(find_gpu_preset("nothing", folders));
        ADD_FAILURE();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("preset 'nothing' is not known; expected a file or one of rdna2-rx6900xt"));
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace hitmap
