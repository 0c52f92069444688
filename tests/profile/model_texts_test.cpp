#include "core/profile/models/model_texts.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Parses choices such as "preset=ampere-a100 why=true". Their places are options --NAME or, with a file,
/// keys /NAME.
ModelTexts texts_of(const std::string& choices, const std::string& file = {}) {
    ModelTexts texts{ChoicePlace{file.empty() ? "" : "/", file}};
    std::istringstream words(choices);
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        for (const ModelSetting setting : model_settings())
            if (name_of(setting) == name)
                texts.set(setting, word.substr(equals + 1), {(file.empty() ? "--" : "/") + name, file});
    }
    return texts;
}

std::string text_of(const ResolvedModel& model) {
    return std::string(name_of(model.config)) + " " + std::string(preset_of(model.config)) + " " +
           to_string(l1_of(model.config)) + " " + to_string(l2_of(model.config)) + " " +
           (model.choice.explain_misses ? "why " : "") + to_string(model.choice.only);
}

struct Choice {
    std::string own;
    std::string common;
    std::string resolved;
};

TEST(ModelTexts, AreResolvedOverWhatIsChosenForAll) {
    const std::string sdcm_l2 = " 6MiB:32:16 ";
    const std::string turing_l2 = " 5632KiB:128/32:16 ";
    const std::vector<Choice> table{
        {"", "", "sdcm  32KiB:128:64" + sdcm_l2},
        {"l1=16KiB", "", "sdcm  16KiB:128:64" + sdcm_l2},
        {"model=hierarchy", "", "hierarchy turing-rtx2080ti 64KiB:128/32:128" + turing_l2},
        {"l1=16KiB:128:64", "model=hierarchy", "hierarchy turing-rtx2080ti 16KiB:128/32:64" + turing_l2},
        {"", "model=hierarchy preset=ampere-a100",
         "hierarchy ampere-a100 150KiB:128/32:300 40MiB:128/32:16 "},
        // If a preset is chosen, common caches are ignored, since they belong to another GPU.
        {"preset=ampere-a100", "model=hierarchy l1=16KiB",
         "hierarchy ampere-a100 150KiB:128/32:300 40MiB:128/32:16 "},
        {"preset=ampere-a100 l1=75KiB", "model=hierarchy",
         "hierarchy ampere-a100 75KiB:128/32:300 40MiB:128/32:16 "},
        // The stack distance cache model ignores settings that it does not have.
        {"model=sdcm", "model=hierarchy preset=ampere-a100 why=true l1=16KiB:128:64",
         "sdcm  16KiB:128:64" + sdcm_l2},
        {"why=false", "model=hierarchy why=true", "hierarchy turing-rtx2080ti 64KiB:128/32:128" + turing_l2},
        {"ray-kind=ao:1 only-line=a.cu:3", "only-allocation=faces only-instruction=7",
         "sdcm  32KiB:128:64" + sdcm_l2 + "rays of kind ao:1, allocation faces, line a.cu:3, instruction 7"},
        {"ray-kind=", "ray-kind=ao", "sdcm  32KiB:128:64" + sdcm_l2},
    };
    for (const Choice& row : table)
        EXPECT_EQ(text_of(texts_of(row.own).over(texts_of(row.common)).resolve()), row.resolved)
            << row.own << " over " << row.common;
}

struct Wrong {
    std::string choices;
    std::string option; ///< start of the message if the choices are options
    std::string file;   ///< start of the message if the choices are in a file
};

TEST(ModelTexts, SayWhereAChoiceIsWrong) {
    const std::vector<Wrong> table{
        {"model=magic", "--model: expected sdcm or hierarchy, found 'magic'",
         "e.json: /model: expected sdcm or hierarchy, found 'magic'"},
        {"preset=turing-t4",
         "--preset: expected with --model hierarchy; the stack distance cache model has none",
         "e.json: /preset: expected with \"model\": \"hierarchy\"; the stack distance cache model has none"},
        {"why=true", "--why: expected with --model hierarchy, which has ",
         "e.json: /why: expected with \"model\": \"hierarchy\", which has "},
        {"model=hierarchy preset=none", "--preset: preset 'none' is not known; expected a file or one of ",
         "e.json: /preset: preset 'none' is not known; expected a file or one of "},
        {"model=hierarchy preset=./no.json", "./no.json: ", "e.json: /preset: ./no.json: "},
        {"l1=7:128:1", "--l1: cache '7:128:1': capacity '7' is not a multiple of the line, 128 bytes",
         "e.json: /l1: cache '7:128:1': capacity '7' is not a multiple of the line, 128 bytes"},
        {"l2=6MiB:128/32:16", "L2 cache '6MiB:128/32:16': the stack distance model has no sectors",
         "e.json: /: L2 cache '6MiB:128/32:16': the stack distance model has no sectors"},
        {"ray-kind=blue", "--ray-kind: expected primary|shadow|ao|path[:BOUNCE], found 'blue'",
         "e.json: /ray-kind: expected primary|shadow|ao|path[:BOUNCE], found 'blue'"},
        {"only-instruction=-1",
         "--only-instruction: expected a whole number from 0 to 4294967295, found '-1'",
         "e.json: /only-instruction: expected a whole number from 0 to 4294967295, found '-1'"},
    };
    for (const Wrong& row : table) {
        SCOPED_TRACE(row.choices);
        try {
            (void)texts_of(row.choices).resolve();
            ADD_FAILURE() << "options were taken";
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, row.option.size()), row.option);
        }
        try {
            (void)texts_of(row.choices, "e.json").resolve();
            ADD_FAILURE() << "the file was taken";
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, row.file.size()), row.file);
        }
    }
}

} // namespace
} // namespace hitmap
