#include "app/cli/export/export_check.h"
#include "core/base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::StartsWith;

/// Options that ask for one output, with the model that it needs and the options that it cannot do without.
ExportOptions options_for(const ExportOutput& output) {
    ExportOptions options;
    options.file = "t.hmt";
    options.outputs.resize(export_outputs().size());
    options.outputs[static_cast<std::size_t>(&output - export_outputs().data())] = "out";
    if (output.model == OutputModel::hierarchy)
        options.model.texts.set(ModelSetting::model, "hierarchy", {"--model"});
    if (output.takes.has(OutputOption::curve)) options.curves = {"face:0"};
    return options;
}

std::string refusal(const ExportOptions& options) {
    try {
        (void)check(options);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

/// The options of the outputs of which `has` is true, as messages list them: "--ply, --vtp or --gltf".
template <class Has>
std::string listed(const Has& has) {
    std::vector<std::string> options;
    for (const ExportOutput& output : export_outputs())
        if (has(output)) options.push_back(output.option());
    std::string text = options.at(0);
    for (std::size_t i = 1; i < options.size(); ++i)
        text += (i + 1 == options.size() ? " or " : ", ") + options[i];
    return text;
}

TEST(ExportOutputs, EachIsChosenByItsOwnOption) {
    std::set<std::string_view> names;
    for (const ExportOutput& output : export_outputs()) {
        EXPECT_TRUE(names.insert(output.name).second) << output.name;
        EXPECT_EQ(&check(options_for(output)), &output) << output.name;
    }
    EXPECT_FALSE(names.empty());
}

TEST(ExportOutputs, FramesAreRefusedWhereTheRowHasNone) {
    const std::string with_frames =
        listed([](const ExportOutput& each) { return each.frames != OutputFrames::none; });
    const std::string with_one = listed([](const ExportOutput& each) {
        return each.frames == OutputFrames::one || each.frames == OutputFrames::any;
    });
    for (const ExportOutput& output : export_outputs()) {
        if (output.instead_of != nullptr) continue;
        ExportOptions options = options_for(output);
        options.frames = 4;
        const std::string of_all = refusal(options);
        options.frame = 3;
        options.one_frame = true;
        const std::string of_one = refusal(options);
        switch (output.frames) {
        case OutputFrames::none:
            EXPECT_THAT(of_all, StartsWith("--frames: expected with " + with_frames + " only; "))
                << output.name;
            EXPECT_EQ(of_one, "--frame: expected with " + with_one + " only") << output.name;
            break;
        case OutputFrames::one:
            EXPECT_EQ(of_all, "--frames: " + output.option() + " is of one of them; expected with --frame");
            EXPECT_EQ(of_one, "") << output.name;
            break;
        case OutputFrames::all:
            EXPECT_EQ(of_all, "") << output.name;
            EXPECT_EQ(of_one, "--frame: expected with " + with_one + " only") << output.name;
            break;
        case OutputFrames::any:
            EXPECT_EQ(of_all, "") << output.name;
            EXPECT_EQ(of_one, "") << output.name;
            break;
        }
    }
}

TEST(ExportOutputs, AnOptionThatARowDoesNotTakeNamesTheOutputsThatDo) {
    const auto taking = [](OutputOption option) {
        return listed([option](const ExportOutput& each) { return each.takes.has(option); });
    };
    const std::string sm = "--sm: expected with " + taking(OutputOption::sm);
    const std::string kind = "--kind: expected with " + taking(OutputOption::kind);
    for (const ExportOutput& output : export_outputs()) {
        ExportOptions with_sm = options_for(output);
        with_sm.sm = 0;
        const bool takes_sm = output.takes.has(OutputOption::sm) || output.instead_of != nullptr;
        EXPECT_EQ(refusal(with_sm), takes_sm ? "" : sm) << output.name;
        ExportOptions with_kind = options_for(output);
        with_kind.mesh.kind = "box";
        const bool takes_kind = output.takes.has(OutputOption::kind) || output.instead_of != nullptr;
        EXPECT_EQ(refusal(with_kind), takes_kind ? "" : kind) << output.name;
    }
}

TEST(ExportOutputs, AnotherModelAndAPartAreRefusedAsTheRowSays) {
    for (const ExportOutput& output : export_outputs()) {
        ExportOptions part = options_for(output);
        part.model.texts.set(ModelSetting::only_allocation, "faces", {"--only-allocation"});
        if (output.part == OutputPart::any)
            EXPECT_EQ(refusal(part), "") << output.name;
        else
            EXPECT_THAT(refusal(part), StartsWith(output.option() + ": ")) << output.name;
        if (output.model != OutputModel::hierarchy) continue;
        ExportOptions sdcm = options_for(output);
        sdcm.model = ModelOptions();
        EXPECT_EQ(refusal(sdcm), output.option() + ": expected with --model hierarchy");
    }
}

TEST(ExportOutputs, TwoOutputsAreRefused) {
    ExportOptions options = options_for(export_outputs().front());
    EXPECT_EQ(refusal(options), "");
    options.outputs.at(1) = "out";
    EXPECT_EQ(refusal(options),
              "export: expected one of " + listed([](const ExportOutput&) { return true; }));
    options.outputs.at(1) = "";
    options.outputs.back() = "out";
    EXPECT_EQ(refusal(options), "export: expected one of --annotated-source and another output, found both");
}

} // namespace
} // namespace hitmap::test
