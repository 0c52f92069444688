#include "core/base/error.h"
#include "tests/render/gpu_shortage.h"
#include "tests/render/pane.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>

namespace hitmap {
namespace {

using test::GpuShortage;
using test::tiny_view;

/// A pane of which faces are drawn already, and boxes are to be drawn with fade bits.
class BoxMemoryTest : public test::Pane {
protected:
    BoxMemoryTest() {
        show_boxes();
        renderer_.set_access_counts(box_kind, test::values({1.0F, 2.0F, 3.0F}));
        with_boxes_.show(box_kind);
        with_boxes_.minimum_accesses = 2;
    }

    [[nodiscard]] std::string refusal_of(SceneRenderer& renderer) const {
        try {
            renderer.reserve(box_kind, with_boxes_);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

    View faces_ = tiny_view();
    View with_boxes_ = tiny_view();
    const Image without_boxes_ = picture(faces_);
    const std::uint64_t bytes_of_faces_ = geometry_->gpu_bytes();
};

TEST_F(BoxMemoryTest, BoxesHaveMemoryForAllOrTakeNone) {
    constexpr int buffers = 4; // the boxes, their order, their values, their fade bits
    for (int allowed = 0; allowed < buffers; ++allowed) {
        const GpuShortage shortage(allowed);
        EXPECT_THAT(refusal_of(renderer_), testing::StartsWith("the GPU has too little memory for "))
            << allowed;
        EXPECT_EQ(shortage.refused(), 1);
        EXPECT_NO_THROW(check_gl_errors("a shortage"));
        EXPECT_EQ(geometry_->gpu_bytes(), bytes_of_faces_) << allowed;
        EXPECT_EQ(picture(faces_), without_boxes_) << allowed;
    }
    const GpuShortage just_enough(buffers);
    EXPECT_EQ(refusal_of(renderer_), "");
    const Image with_boxes = picture(with_boxes_);
    EXPECT_NE(with_boxes, without_boxes_);
    EXPECT_EQ(geometry_->gpu_bytes(), bytes_of_faces_ + 3 * (24 + 4) + 4 * 3 + 4);
    EXPECT_EQ(just_enough.refused(), 0);
}

TEST_F(BoxMemoryTest, APictureThatNeedsBoxesIsNotDrawnWithoutThem) {
    {
        const GpuShortage shortage;
        EXPECT_THROW((void)picture(with_boxes_), Error);
        EXPECT_NO_THROW(check_gl_errors("a shortage"));
    }
    EXPECT_EQ(picture(faces_), without_boxes_);
    EXPECT_NE(picture(with_boxes_), without_boxes_);
}

TEST_F(BoxMemoryTest, BoxesOfAnotherPaneStay) {
    View unfaded = with_boxes_;
    unfaded.minimum_accesses = 1;
    const Image before = picture(unfaded);
    const std::uint64_t bytes = geometry_->gpu_bytes();
    SceneRenderer other(geometry_);
    other.set_access_counts(box_kind, test::values({1.0F, 2.0F, 3.0F}));
    const GpuShortage shortage;
    EXPECT_THAT(refusal_of(other), testing::HasSubstr("what is faded"));
    EXPECT_EQ(geometry_->gpu_bytes(), bytes);
    EXPECT_EQ(picture(unfaded), before);
}

} // namespace
} // namespace hitmap
