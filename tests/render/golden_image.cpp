#include "tests/render/golden_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hitmap::test {
namespace {

std::string difference(const Image& expected, const Image& found) {
    if (!(expected.size == found.size)) {
        return fmt::format("expected {}x{} pixels, found {}x{}", expected.size.width, expected.size.height,
                           found.size.width, found.size.height);
    }
    int pixels = 0;
    int largest = 0;
    for (std::size_t at = 0; at < found.rgba.size(); at += 4) {
        int worst = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            worst = std::max(worst, std::abs(expected.rgba[i] - found.rgba[i]));
        pixels += worst != 0 ? 1 : 0;
        largest = std::max(largest, worst);
    }
    return pixels == 0 ? "" : fmt::format("{} pixels differ, by up to {}", pixels, largest);
}

} // namespace

testing::AssertionResult equals_golden(const Image& image) {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    std::string name = fmt::format("{}.{}.png", test.test_suite_name(), test.name());
    std::replace(name.begin(), name.end(), '/', '.'); // of tests with a parameter
    const std::string baseline = fmt::format("{}/render/golden/{}", HITMAP_TEST_DATA, name);
    const std::string problem = std::filesystem::exists(baseline) ? difference(read_png(baseline), image)
                                                                  : std::string("there is no baseline");
    if (problem.empty()) return testing::AssertionSuccess();
    const std::string folder = fmt::format("{}/candidates", HITMAP_TEST_OUTPUT);
    std::filesystem::create_directories(folder);
    write_png(image, fmt::format("{}/{}", folder, name));
    return testing::AssertionFailure()
           << baseline << ": " << problem << "; the picture is " << folder << "/" << name;
}

} // namespace hitmap::test
