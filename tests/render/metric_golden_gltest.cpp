#include "core/cache/sdcm/sdcm.h"
#include "core/geometry/scene.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/pixel_tables.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "tests/render/golden_image.h"
#include "tests/render/pane.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace hitmap {

/// Prints a parameter in messages of GoogleTest.
static void PrintTo(const MetricInfo& metric, std::ostream* out) {
    *out << metric.name;
}

namespace {

/// A teapot of 1,000 triangles, traced and simulated with caches that are too small for it. All values come
/// from a real simulation.
class MetricGolden : public testing::TestWithParam<MetricInfo> {
protected:
    static void SetUpTestSuite() {
        const std::string path =
            (std::filesystem::temp_directory_path() / fmt::format("metric-golden-{}.hmt", getpid())).string();
        pool_ = std::make_unique<ThreadPool>(2);
        TraceOptions options;
        options.width = options.height = 64;
        options.sm_count = 2;
        options.warps_per_sm = 4;
        trace_scene(load_scene("builtin:teapot?triangles=1000"), options, *write_hmt(create_file(path)),
                    *pool_);
        const HmtFile file(open_file(path));
        const auto source = request_source(file, *pool_);
        std::filesystem::remove(path);
        scene_ = source->scene({});
        SdcmConfig caches;
        caches.l1 = {2U << 10, 128, 128, 4};
        caches.l2 = {8U << 10, 32, 32, 8};
        ProfileBuilder builder(source->info(), *pool_);
        simulate_sdcm(*source, caches, builder, *pool_);
        profile_ = builder.finish(source->info(), {});
        HierarchyConfig pipeline;
        pipeline.l1 = parse_cache_geometry("2KiB:128/32:4");
        pipeline.l2 = parse_cache_geometry("8KiB:128/32:4");
        pipeline.explain_misses = true;
        explained_ = make_profile(*source, pipeline, {}, *pool_);
    }
    static void TearDownTestSuite() {
        profile_.reset();
        explained_.reset();
        scene_.reset();
        pool_.reset();
    }

    /// Returns values of the middle third of the recording: some elements are accessed only before and after
    /// it.
    static std::shared_ptr<const std::vector<float>> values_of(ElementKindId kind, std::size_t count) {
        const auto values = std::make_shared<std::vector<float>>();
        const bool of_reasons = info_of(GetParam().metric.quantity).is_class_of_misses();
        const Profile& profile = of_reasons ? *explained_ : *profile_;
        profile.values(frame_window(profile.positions(), 3, 1), kind, GetParam().metric, *values);
        values->resize(count, std::nanf(""));
        return values;
    }

    inline static std::unique_ptr<ThreadPool> pool_;
    inline static std::shared_ptr<const RecordedScene> scene_;
    inline static std::shared_ptr<const Profile> profile_;
    /// Profile of the model that gives the reasons of misses.
    inline static std::shared_ptr<const Profile> explained_;
};

TEST_P(MetricGolden, FacesAndBoxes) {
    const OffscreenContext context;
    SceneRenderer renderer(std::make_shared<SceneGeometry>(prepare_scene(scene_)));
    const auto faces = values_of(face_kind, scene_->face_slots.size());
    const auto boxes = values_of(box_kind, scene_->boxes.size());
    renderer.set_values(face_kind, faces);
    renderer.set_values(box_kind, boxes);
    View view;
    view.camera = scene_->cameras.at(0);
    view.shading = false;
    view.show(box_kind);
    view.box_levels = {2, 3};
    view.show_axes = false;
    view.show_frustum = false;
    const auto extent = data_extent(std::vector<std::span<const float>>{*faces, *boxes});
    const ColourRange range = make_colour_range(RangeMode::data, value_style_of(GetParam().metric), extent);
    EXPECT_TRUE(test::equals_golden(draw_mesh_view(renderer, view, range, {200, 150})));
}

/// Terms of boxes are compared with those of the tree in tests/app, and have no faces to draw.
std::vector<MetricInfo> metrics_of_accesses() {
    std::vector<MetricInfo> metrics;
    for (const MetricInfo& metric : metric_table())
        if (!info_of(metric.metric.quantity).term) metrics.push_back(metric);
    return metrics;
}

INSTANTIATE_TEST_SUITE_P(Metrics, MetricGolden, testing::ValuesIn(metrics_of_accesses()),
                         [](const auto& metric) {
                             std::string name(metric.param.name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

/// The values are quotients of whole numbers, or differences of two such quotients, and the colours are those
/// of a table. Therefore every byte is compared. It needs no OpenGL.
class PixelGolden : public testing::Test {
protected:
    PixelGolden() {
        const std::string path =
            (std::filesystem::temp_directory_path() / fmt::format("pixel-golden-{}.hmt", getpid())).string();
        TraceOptions options;
        options.width = options.height = 64;
        options.sm_count = 2;
        trace_scene(load_scene("builtin:teapot?triangles=1000"), options, *write_hmt(create_file(path)),
                    pool_);
        file_ = std::make_unique<HmtFile>(open_file(path));
        std::filesystem::remove(path);
        source_ = request_source(*file_, pool_);
        view_.range_mode = RangeMode::full;
    }
    PixelTable pixels(const ModelConfig& model, std::uint64_t frames, std::uint64_t frame) {
        return make_pixel_table(*source_, model, {}, frame_window(source_->info().positions(), frames, frame),
                                pool_);
    }

    ThreadPool pool_{2};
    std::unique_ptr<HmtFile> file_;
    std::unique_ptr<RequestSource> source_;
    View view_;
};

TEST_F(PixelGolden, BranchingRate) {
    EXPECT_TRUE(test::equals_golden(framebuffer_cells(
        image_of(pixels(SdcmConfig{}, 1, 0), *pixel_quantity_named("branching-rate"), view_))));
}

/// The sides are different frames of different caches, so that there are pixels of A only and of B only.
TEST_F(PixelGolden, DifferenceOfHitRates) {
    HierarchyConfig smaller;
    smaller.l1 = parse_cache_geometry("1KiB:128/32:4");
    const PixelTable a = pixels(HierarchyConfig{}, 4, 1);
    const PixelTable b = pixels(smaller, 4, 2);
    EXPECT_TRUE(test::equals_golden(
        framebuffer_cells(image_difference_of(a, b, *pixel_quantity_named("l1-hit-rate"), {}, view_))));
}

} // namespace
} // namespace hitmap
