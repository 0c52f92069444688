#include "tests/render/golden_image.h"

#include "render/gl/offscreen.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace hitmap::test {
namespace {

/// Whether OpenGL is not that of the golden images. Other versions of Mesa round depths differently, and so
/// show other parts of an axis that lies on a line of the grid.
bool other_mesa_draws() {
    static const bool draws = [] {
        std::string version;
        // In a thread of its own, which leaves the current context of the test as it is.
        std::thread([&version] {
            const OffscreenContext context;
            version = reinterpret_cast<const char*>(glGetString(GL_VERSION)); // NOLINT: GLubyte is text
        }).join();
        return version.find("Mesa 22.3.") == std::string::npos;
    }();
    return draws;
}

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
    if (pixels == 0) return "";
    const auto allowed = other_mesa_draws() ? found.size.width * found.size.height / 1000 : 0;
    if (pixels <= allowed) return "";
    return fmt::format("expected at most {} pixels to differ, found {}, by up to {}", allowed, pixels,
                       largest);
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
