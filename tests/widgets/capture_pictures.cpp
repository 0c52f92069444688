// Pictures of recordings that `hitmap record` made. docs/images/make-capture-images.sh makes the recordings,
// too.

#include "tests/widgets/window_pictures.h"
#include "widgets/framebuffer/image_view.h"

#include <fmt/format.h>

#include <string>

namespace hitmap {
namespace {

/// Needs the recordings tracer.hmt, with its layout, and ffmpeg.hmt in the folder HITMAP_CAPTURED.
class CapturePictures : public WindowPictures {
protected:
    static std::string captured(const char* name) {
        return fmt::format("{}/{}", qEnvironmentVariable("HITMAP_CAPTURED").toStdString(), name);
    }
};

TEST_F(CapturePictures, Tracer) {
    open_panes(fmt::format(R"({{"recording": "{0}", "view": {{"pixel_metric": "requests"}}}},
                             {{"recording": "{0}", "view": {{"shows": "image", "pixel_metric": "requests"}}}})",
                           captured("tracer.hmt")),
               QSize(1400, 880));
    ASSERT_TRUE(wait_long([this] { return window_->panes().frame(1).image_view().complete(); }));
    ASSERT_TRUE(drawn());
    save("recorded-tracer", *window_);
}

TEST_F(CapturePictures, Foreign) {
    open_panes(fmt::format(R"({{"recording": "{}", "preset": "turing-rtx2080ti"}})", captured("ffmpeg.hmt")),
               manual_size);
    raise("traffic_dock");
    ASSERT_TRUE(drawn());
    save("window-foreign", *window_);
}

} // namespace
} // namespace hitmap
