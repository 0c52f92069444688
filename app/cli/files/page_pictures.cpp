#include "app/cli/files/page_pictures.h"

#include "core/report/column/html_page.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "render/view/recorded_camera.h"

namespace hitmap {

namespace {

constexpr FrameSize picture_size{1120, 700};
constexpr FrameSize plot_size{900, 460};

TimeWindow everything(const PageSubject& subject) {
    return {0, subject.profile.positions()};
}

bool has_mesh(const PageSubject& subject) {
    return subject.scene != nullptr && knows_vertex_positions(subject.file.info()) &&
           !(subject.scene->face_slots.empty() && subject.scene->boxes.empty());
}

bool has_framebuffer(const PageSubject& subject) {
    if (subject.scene == nullptr || !can_answer(subject.profile.capabilities(), "access-order"_metric))
        return false;
    const std::uint64_t pixels = std::uint64_t{subject.scene->width} * subject.scene->height;
    return pixels != 0 && subject.profile.element_count(pixel_kind) >= pixels;
}

std::string mesh_figure(const PageSubject& subject, Metric metric, const JobContext& job) {
    MetricPicture picture;
    picture.metric = metric;
    picture.counting = counting_of(subject.config);
    picture.window = everything(subject);
    picture.view.camera = recorded_camera(*subject.scene);
    picture.size = picture_size;
    picture.histogram = true;
    picture.caption = metric_caption(subject.file.info(), subject.config, metric, {});
    const Image image = render_metric_picture(subject.scene, subject.profile, picture, job);
    return html_figure(png_address(encode_png(image)), info_of(metric).title);
}

std::string framebuffer_figure(const PageSubject& subject, const JobContext& job) {
    FramebufferPanel panel = framebuffer_of(*subject.scene, subject.profile, everything(subject), job);
    panel.caption = metric_caption(subject.file.info(), subject.config, "access-order"_metric, {});
    return html_figure(png_address(encode_png(panel_image(panel, picture_size))),
                       "Framebuffer: when each pixel was written");
}

} // namespace

std::string page_pictures(const PageSubject& subject, const JobContext& job) {
    std::string html;
    if (has_mesh(subject))
        for (const Metric metric : {"l1-hit-rate"_metric, "l1-misses"_metric, "l2-hit-rate"_metric})
            html += mesh_figure(subject, metric, job);
    if (has_framebuffer(subject)) html += framebuffer_figure(subject, job);
    return html;
}

std::string page_plots(const PageSubject& subject, const JobContext& job) {
    const PlotsPanel curves =
        curves_of(subject.profile, counting_of(subject.config),
                  curve_intervals(subject.profile.positions(), 1), "interval", RateAxis::fitted, job);
    std::string html = html_figure_of(panel_svg(curves, plot_size), "Hit rates and accesses over time");
    if (const ReuseReport* const reuse = subject.profile.reuse())
        html += html_figure_of(panel_svg(miss_ratios_of(*reuse, subject.file.info()), plot_size),
                               "Hit rates of fully associative LRU caches of every capacity");
    return html;
}

} // namespace hitmap
