#include "render/scene/overlay_pass.h"

#include "render/gl/bindings.h"
#include "render/gl/gl_state.h"
#include "render/scene/outline.h"
#include "render/scene/ray_style.h"

#include <epoxy/gl.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace hitmap {
namespace {

constexpr float axis_width = 2.0F; // in logical pixels
constexpr float grid_width = 1.0F;
constexpr float touched_width = 1.5F;
constexpr float hovered_width = 1.5F;
constexpr float selected_width = 3.0F;
constexpr float rim = 1.25F; // on each side
constexpr float ray_width = 2.0F;
constexpr float current_ray_width = 4.0F;
/// The length of a dash and a gap of a ray, relative to the diagonal of the box around all rays.
constexpr float ray_period = 0.02F;
constexpr float hidden_width = 1.0F;

// Outlines are moved towards the eye by more than the edges of boxes (box_edges.vert), so that they stay
// visible on faces and edges.
constexpr float rim_nearer = 1.0015F;
constexpr float line_nearer = 1.002F;

// The colour of a rim is 1.08 - colour (guide_lines.frag), so that each of the two colours is the rim of the
// other.
constexpr glm::vec3 light{1.0F};
constexpr glm::vec3 dark{0.08F};

} // namespace

void LineBatch::upload(const std::vector<GuideLine>& lines) {
    count_ = lines.size();
    if (lines.empty()) return;
    if (!layout_) layout_ = GlVertexArray::create();
    const GLuint layout = layout_.name();
    buffer_ = GlBuffer::create();
    glNamedBufferStorage(buffer_.name(), static_cast<GLsizeiptr>(lines.size() * sizeof(GuideLine)),
                         lines.data(), 0);
    glVertexArrayVertexBuffer(layout, 0, buffer_.name(), 0, sizeof(GuideLine));
    glVertexArrayBindingDivisor(layout, 0, 1);
    for (GLuint attribute = HITMAP_ATTRIBUTE_POSITION; attribute <= HITMAP_ATTRIBUTE_COLOUR; ++attribute) {
        glEnableVertexArrayAttrib(layout, attribute);
        glVertexArrayAttribFormat(layout, attribute, 3, GL_FLOAT, GL_FALSE, 12 * attribute);
        glVertexArrayAttribBinding(layout, attribute, 0);
    }
}

void LineBatch::draw(const LineTarget& target, std::size_t first, std::size_t count, float width) const {
    if (count == 0) return;
    glUniform1f(HITMAP_UNIFORM_LINE_WIDTH, width * target.pixel_scale);
    glBindVertexArray(layout_.name());
    glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(count),
                                      static_cast<GLuint>(first));
}

namespace {

void use(const GlProgram& program, const LineTarget& target) {
    glUseProgram(program.name());
    set_matrix(target.world_to_clip);
    glUniform2f(HITMAP_UNIFORM_VIEWPORT, static_cast<float>(target.tile.width),
                static_cast<float>(target.tile.height));
}

} // namespace

void OverlayPass::draw_guides(const SceneGeometry& geometry, const View& view, const LineTarget& target) {
    const PreparedScene& prepared = geometry.prepared();
    const RecordedScene& scene = geometry.scene();
    std::vector<GuideLine> lines;
    if (view.show_axes) lines = grid_lines(prepared.bounds);
    const std::size_t thin = lines.size();
    const auto append = [&lines](const std::vector<GuideLine>& more) {
        lines.insert(lines.end(), more.begin(), more.end());
    };
    if (view.show_axes) append(axis_lines(prepared.bounds));
    // From the recorded eye, its pyramid would be a frame about the picture.
    const auto is_at_eye = [&](const Camera& recorded) {
        return glm::distance(recorded.position, view.camera.position) < 1e-3F * prepared.frustum_distance;
    };
    if (view.show_frustum && !scene.cameras.empty() && !is_at_eye(scene.cameras.front())) {
        const float aspect =
            scene.height > 0 ? static_cast<float>(scene.width) / static_cast<float>(scene.height) : 1.0F;
        append(frustum_lines(scene.cameras.front(), aspect, prepared.frustum_distance));
    }
    guides_.upload(lines);
    if (lines.empty()) return;
    use(geometry.programs().guide_lines, target);
    guides_.draw(target, 0, thin, grid_width);
    guides_.draw(target, thin, lines.size() - thin, axis_width);
}

void OverlayPass::set_highlights(const RecordedScene& scene, const Highlights& highlights) {
    if (highlights == shown_) return; // comparing avoids an upload; a region may have many edges
    shown_ = highlights;
    std::vector<GuideLine> lines;
    for (const Highlight& touched : highlights.touched)
        append_outline(scene, touched, dark, lines);
    const std::size_t hovered_from = lines.size();
    if (highlights.hovered) append_outline(scene, *highlights.hovered, light, lines);
    const std::size_t selected_from = lines.size();
    if (highlights.selected) append_outline(scene, *highlights.selected, light, lines);
    if (highlights.region != nullptr) {
        for (const auto& [from, to] : *highlights.region)
            lines.push_back({from, to, light});
    }
    highlights_ = std::move(lines);
    hovered_from_ = hovered_from;
    selected_from_ = selected_from;
    outlines_changed_ = true;
    take_rays();
}

void OverlayPass::take_rays() {
    ray_lines_.clear();
    ray_rims_ = 0;
    current_from_ = 0;
    if (shown_.rays == nullptr) return;
    Aabb bounds;
    for (const RayLine& ray : *shown_.rays) {
        bounds.include(ray.from);
        bounds.include(ray.to);
    }
    const float period = bounds.empty() ? 0.0F : ray_period * glm::length(bounds.extent());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < shown_.rays->size(); ++i)
        if (i != shown_.current_ray) order.push_back(i);
    const std::size_t others = order.size();
    if (others < shown_.rays->size()) order.push_back(*shown_.current_ray);
    const auto append = [&](bool as_rim) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i == others && as_rim) current_from_ = ray_lines_.size();
            const RayLine& ray = (*shown_.rays)[order[i]];
            const Rgb rgb = ray_style(ray.kind).colour;
            const glm::vec3 colour = glm::vec3(rgb.r, rgb.g, rgb.b) / 255.0F;
            append_ray(ray, as_rim ? light : colour, period, ray_lines_);
        }
        if (as_rim && others == order.size()) current_from_ = ray_lines_.size();
    };
    append(true);
    ray_rims_ = ray_lines_.size();
    append(false);
}

/// Needs the depth test.
void OverlayPass::draw_rays(const SceneGeometry& geometry, const LineTarget& target) {
    if (ray_rims_ == 0) return;
    use(geometry.programs().outlines, target);
    glUniform1f(HITMAP_UNIFORM_NEARER, line_nearer);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LESS); // what is behind something (reversed depth)
    rays_.draw(target, ray_rims_, ray_rims_, hidden_width);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_TRUE);
    glUniform1f(HITMAP_UNIFORM_NEARER, rim_nearer);
    rays_.draw(target, 0, current_from_, ray_width + 2.0F * rim);
    rays_.draw(target, current_from_, ray_rims_ - current_from_, current_ray_width + 2.0F * rim);
    glUniform1f(HITMAP_UNIFORM_NEARER, line_nearer);
    rays_.draw(target, ray_rims_, current_from_, ray_width);
    rays_.draw(target, ray_rims_ + current_from_, ray_rims_ - current_from_, current_ray_width);
}

void OverlayPass::draw_highlights(const SceneGeometry& geometry, const LineTarget& target) {
    if (outlines_changed_) {
        outlines_.upload(highlights_);
        rays_.upload(ray_lines_);
    }
    outlines_changed_ = false;
    draw_rays(geometry, target);
    const auto draw_all = [&](float wider) {
        outlines_.draw(target, 0, hovered_from_, touched_width + wider);
        outlines_.draw(target, hovered_from_, selected_from_ - hovered_from_, hovered_width + wider);
        outlines_.draw(target, selected_from_, outlines_.size() - selected_from_, selected_width + wider);
    };
    const ScenePrograms& programs = geometry.programs();

    // Draws what is behind something (reversed depth), at the depth of the line itself.
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LESS);
    use(programs.hidden_outlines, target);
    glUniform1f(HITMAP_UNIFORM_NEARER, line_nearer);
    glUniform1f(HITMAP_UNIFORM_HATCH_SCALE, target.pixel_scale);
    outlines_.draw(target, 0, outlines_.size(), hidden_width);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_TRUE);

    use(programs.outline_rims, target);
    glUniform1f(HITMAP_UNIFORM_NEARER, rim_nearer);
    draw_all(2.0F * rim);
    use(programs.outlines, target);
    glUniform1f(HITMAP_UNIFORM_NEARER, line_nearer);
    draw_all(0.0F);
}

} // namespace hitmap
