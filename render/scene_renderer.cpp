#include "render/scene_renderer.h"

#include "core/base/error.h"
#include "render/bindings.h"
#include "render/box_runs.h"
#include "render/guides.h"
#include "render/projection.h"
#include "render/render_target.h"

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace hitmap {
namespace {

constexpr float edge_width = 1.5F; // logical pixels
constexpr float halo_width = 3.25F;
constexpr float axis_width = 2.0F;
constexpr float grid_width = 1.0F;

/// What the visibility buffer depends on.
struct VisibilityKey {
    Camera camera;
    Projection projection = Projection::perspective;
    float focus_distance = 0.0F;
    bool show_faces = false;
    bool cull_back_faces = false;
    FrameSize picture;
    int x = 0;
    int y = 0;
    FrameSize tile;
    friend bool operator==(const VisibilityKey&, const VisibilityKey&) = default;
};

/// Other users of the context (Qt's painter) may have left anything: what drawing relies on is set here.
void set_known_state() {
    for (const GLenum capability : {GL_BLEND, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DEPTH_TEST,
                                    GL_DEPTH_CLAMP, GL_FRAMEBUFFER_SRGB, GL_DITHER, GL_MULTISAMPLE}) {
        glDisable(capability);
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDepthFunc(GL_GREATER);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);
}

void set_default_state() {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DITHER);
    glEnable(GL_MULTISAMPLE);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glDepthFunc(GL_LESS);
    glUseProgram(0);
    glBindVertexArray(0);
    for (GLuint unit = 0; unit <= HITMAP_TEXTURE_VISIBILITY; ++unit)
        glBindTextureUnit(unit, 0);
    glActiveTexture(GL_TEXTURE0);
}

void set_matrix(const glm::mat4& matrix) {
    glUniformMatrix4fv(HITMAP_UNIFORM_WORLD_TO_CLIP, 1, GL_FALSE, glm::value_ptr(matrix));
}

} // namespace

struct SceneRenderer::Parts {
    std::shared_ptr<const std::vector<float>> face_values;
    std::shared_ptr<const std::vector<float>> box_values;
    bool values_changed = true;
    BoxRuns box_runs;
    bool runs_changed = true;

    RenderTarget target;
    VisibilityKey key;
    std::uint64_t triangles_drawn = 0;
    ViewMatrices matrices{};
    glm::mat4 world_to_clip{1.0F}; ///< of the tile

    GlVertexArray mesh = GlVertexArray::create();
    GlVertexArray nothing = GlVertexArray::create(); ///< vertices come from buffer textures
    GlVertexArray guides = GlVertexArray::create();
    GlBuffer guide_buffer;
    GlTexture colour_map;
    std::string colour_map_name;
};

SceneRenderer::SceneRenderer(std::shared_ptr<SceneGeometry> geometry)
    : geometry_(std::move(geometry)), parts_(std::make_unique<Parts>()) {
    const GLuint mesh = parts_->mesh.name();
    glVertexArrayVertexBuffer(mesh, 0, geometry_->vertices_.name(), 0, 12);
    glVertexArrayElementBuffer(mesh, geometry_->indices_.name());
    glEnableVertexArrayAttrib(mesh, HITMAP_ATTRIBUTE_POSITION);
    glVertexArrayAttribFormat(mesh, HITMAP_ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(mesh, HITMAP_ATTRIBUTE_POSITION, 0);
}

SceneRenderer::~SceneRenderer() {
    if (geometry_->values_owner_ == this) geometry_->values_owner_ = nullptr;
}

void SceneRenderer::set_values(ElementKindId kind, std::shared_ptr<const std::vector<float>> values) {
    if (kind != face_kind && kind != box_kind) throw std::invalid_argument("only faces and boxes are drawn");
    const std::size_t count =
        kind == face_kind ? geometry_->scene().face_slots.size() : geometry_->scene().boxes.size();
    if (values && values->size() != count) {
        throw std::invalid_argument(fmt::format("expected {} values, found {}", count, values->size()));
    }
    (kind == face_kind ? parts_->face_values : parts_->box_values) = std::move(values);
    parts_->values_changed = true;
    parts_->runs_changed = true;
}

void SceneRenderer::upload_values() {
    if (geometry_->values_owner_ == this && !parts_->values_changed) return;
    const auto upload = [](const BufferTexture& target, const std::vector<float>* values) {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        if (values == nullptr) {
            glClearNamedBufferData(target.buffer.name(), GL_R32F, GL_RED, GL_FLOAT, &nan);
        } else if (!values->empty()) {
            glNamedBufferSubData(target.buffer.name(), 0,
                                 static_cast<GLsizeiptr>(values->size() * sizeof(float)), values->data());
        }
    };
    upload(geometry_->face_values_, parts_->face_values.get());
    upload(geometry_->box_values_, parts_->box_values.get());
    geometry_->values_owner_ = this;
    parts_->values_changed = false;
}

DrawState SceneRenderer::draw(const View& view, const ColourRange& range, const DrawTarget& target,
                              const DrawEffort& effort) {
    set_known_state();
    geometry_->upload();
    parts_->target.resize(target.tile);
    glViewport(0, 0, target.tile.width, target.tile.height);
    const DrawState state = draw_visibility(view, target, effort);
    upload_values();
    bind_textures(view);
    resolve(view, range, target);
    if (view.show_boxes || view.show_axes || view.show_frustum) {
        parts_->target.copy_depth();
        glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.colour_framebuffer());
        glEnable(GL_DEPTH_TEST);
        if (view.show_boxes) draw_boxes(view, range, target, effort);
        draw_guides(view, target);
    }
    glBlitNamedFramebuffer(parts_->target.colour_framebuffer(), target.framebuffer, 0, 0, target.tile.width,
                           target.tile.height, 0, 0, target.tile.width, target.tile.height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    set_default_state();
    return state;
}

void SceneRenderer::set_visibility_program(const View& view, const DrawTarget& target) {
    const bool perspective = view.projection == Projection::perspective;
    const ScenePrograms& programs = geometry_->programs_;
    glUseProgram((perspective ? programs.visibility : programs.visibility_orthographic).name());
    set_matrix(parts_->world_to_clip);
    const glm::mat4& projection = parts_->matrices.projection;
    // Half the picture is 1 / projection in eye space: at distance 1 in perspective, anywhere otherwise.
    const glm::vec2 half(1.0F / projection[0][0], 1.0F / projection[1][1]);
    const glm::vec2 pixel(2.0F * half.x / static_cast<float>(target.picture.width),
                          2.0F * half.y / static_cast<float>(target.picture.height));
    glUniform4f(HITMAP_UNIFORM_RAY, pixel.x, pixel.y, pixel.x * static_cast<float>(target.x) - half.x,
                pixel.y * static_cast<float>(target.y) - half.y);
    if (!perspective) glUniform1f(HITMAP_UNIFORM_DEPTH_LENGTH, 1.0F / projection[2][2]);
    glUniform1ui(HITMAP_UNIFORM_FIRST_TRIANGLE, static_cast<GLuint>(parts_->triangles_drawn));
}

DrawState SceneRenderer::draw_visibility(const View& view, const DrawTarget& target,
                                         const DrawEffort& effort) {
    const VisibilityKey key{view.camera,
                            view.projection,
                            view.focus_distance,
                            view.show_faces,
                            view.cull_back_faces,
                            target.picture,
                            target.x,
                            target.y,
                            target.tile};
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.visibility_framebuffer());
    if (!(key == parts_->key)) {
        parts_->key = key;
        parts_->matrices = view_matrices(view, geometry_->prepared().bounds, target.picture);
        parts_->world_to_clip =
            tile_matrix(target.picture, target.x, target.y, target.tile) * parts_->matrices.world_to_clip();
        parts_->triangles_drawn = 0;
        parts_->target.clear_visibility();
    }
    const std::uint64_t total = view.show_faces ? geometry_->prepared().draw_slots.size() : 0;
    const std::uint64_t first = parts_->triangles_drawn;
    const std::uint64_t count = std::min(effort.triangles, total - std::min(first, total));
    if (count > 0) {
        glEnable(GL_DEPTH_TEST);
        if (view.cull_back_faces) glEnable(GL_CULL_FACE);
        set_visibility_program(view, target);
        glBindVertexArray(parts_->mesh.name());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * count), GL_UNSIGNED_INT,
                       reinterpret_cast<const void*>(first * 12)); // NOLINT: GL takes offsets as pointers
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        parts_->triangles_drawn += count;
    }
    return {parts_->triangles_drawn, total};
}

void SceneRenderer::bind_textures(const View& view) {
    if (parts_->colour_map_name != view.colour_map) {
        const ColourMap& map = colour_map_named(view.colour_map);
        if (!parts_->colour_map) {
            parts_->colour_map = GlTexture::create(GL_TEXTURE_1D);
            glTextureStorage1D(parts_->colour_map.name(), 1, GL_RGB8, ColourMap::size);
        }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage1D(parts_->colour_map.name(), 0, 0, ColourMap::size, GL_RGB, GL_UNSIGNED_BYTE,
                            map.colours.data());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        parts_->colour_map_name = view.colour_map;
    }
    glBindTextureUnit(HITMAP_TEXTURE_COLOUR_MAP, parts_->colour_map.name());
    glBindTextureUnit(HITMAP_TEXTURE_FACE_VALUES, geometry_->face_values_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_VALUES, geometry_->box_values_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_SLOTS, geometry_->slots_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOXES, geometry_->boxes_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_BOX_ORDER, geometry_->box_order_.texture.name());
    glBindTextureUnit(HITMAP_TEXTURE_VISIBILITY, parts_->target.visibility_texture());
}

void SceneRenderer::resolve(const View& view, const ColourRange& range, const DrawTarget& target) {
    const float alpha = target.background_alpha;
    const auto channel = [alpha](std::uint8_t byte) { return alpha * static_cast<float>(byte) / 255.0F; };
    parts_->target.clear_colour(
        {channel(target.background.r), channel(target.background.g), channel(target.background.b), alpha});
    if (!view.show_faces) return;
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->target.resolve_framebuffer());
    glUseProgram(geometry_->programs_.resolve.name());
    glUniform2f(HITMAP_UNIFORM_RANGE, range.min, 1.0F / (range.max - range.min));
    glUniform2f(HITMAP_UNIFORM_HATCH_ORIGIN, static_cast<float>(target.x), static_cast<float>(target.y));
    glUniform1f(HITMAP_UNIFORM_HATCH_SCALE, target.pixel_scale);
    glUniform3f(HITMAP_UNIFORM_NOT_ACCESSED, static_cast<float>(not_accessed_colour.r) / 255.0F,
                static_cast<float>(not_accessed_colour.g) / 255.0F,
                static_cast<float>(not_accessed_colour.b) / 255.0F);
    glBindVertexArray(parts_->nothing.name());
    // The triangle lies at depth 0, infinitely far away: it is in front of nothing but what is empty.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glDisable(GL_DEPTH_TEST);
}

void SceneRenderer::draw_boxes(const View& view, const ColourRange& range, const DrawTarget& target,
                               const DrawEffort& effort) {
    if (!parts_->box_values) return;
    if (parts_->runs_changed || !(parts_->box_runs.levels == view.box_levels)) {
        parts_->box_runs = find_box_runs(geometry_->prepared(), *parts_->box_values, view.box_levels);
        parts_->runs_changed = false;
    }
    const auto pass = [&](const GlProgram& program, GLenum primitive, int vertices_per_box, float width) {
        const BoxRuns::VertexRanges ranges = parts_->box_runs.vertex_ranges(vertices_per_box, effort.boxes);
        glUseProgram(program.name());
        set_matrix(parts_->world_to_clip);
        glUniform2f(HITMAP_UNIFORM_RANGE, range.min, 1.0F / (range.max - range.min));
        glUniform2f(HITMAP_UNIFORM_VIEWPORT, static_cast<float>(target.tile.width),
                    static_cast<float>(target.tile.height));
        glUniform1f(HITMAP_UNIFORM_LINE_WIDTH, width * target.pixel_scale);
        glBindVertexArray(parts_->nothing.name());
        glMultiDrawArrays(primitive, ranges.firsts.data(), ranges.counts.data(),
                          static_cast<GLsizei>(ranges.firsts.size()));
    };
    if (effort.halo) {
        pass(geometry_->programs_.box_halos, GL_TRIANGLES, 72, halo_width);
        pass(geometry_->programs_.box_edges, GL_TRIANGLES, 72, edge_width);
    } else {
        pass(geometry_->programs_.box_lines, GL_LINES, 24, 1.0F);
    }
}

void SceneRenderer::draw_guides(const View& view, const DrawTarget& target) {
    const PreparedScene& prepared = geometry_->prepared();
    const RecordedScene& scene = geometry_->scene();
    std::vector<GuideLine> lines;
    if (view.show_axes) lines = grid_lines(prepared.bounds);
    const std::size_t thin = lines.size();
    const auto append = [&lines](const std::vector<GuideLine>& more) {
        lines.insert(lines.end(), more.begin(), more.end());
    };
    if (view.show_axes) append(axis_lines(prepared.bounds));
    if (view.show_frustum && !scene.cameras.empty()) {
        const float aspect =
            scene.height > 0 ? static_cast<float>(scene.width) / static_cast<float>(scene.height) : 1.0F;
        append(frustum_lines(scene.cameras.front(), aspect, prepared.frustum_distance));
    }
    if (lines.empty()) return;
    const GLuint guides = parts_->guides.name();
    parts_->guide_buffer = GlBuffer::create();
    glNamedBufferStorage(parts_->guide_buffer.name(),
                         static_cast<GLsizeiptr>(lines.size() * sizeof(GuideLine)), lines.data(), 0);
    glVertexArrayVertexBuffer(guides, 0, parts_->guide_buffer.name(), 0, sizeof(GuideLine));
    glVertexArrayBindingDivisor(guides, 0, 1);
    for (GLuint attribute = HITMAP_ATTRIBUTE_POSITION; attribute <= HITMAP_ATTRIBUTE_COLOUR; ++attribute) {
        glEnableVertexArrayAttrib(guides, attribute);
        glVertexArrayAttribFormat(guides, attribute, 3, GL_FLOAT, GL_FALSE, 12 * attribute);
        glVertexArrayAttribBinding(guides, attribute, 0);
    }
    glUseProgram(geometry_->programs_.guide_lines.name());
    set_matrix(parts_->world_to_clip);
    glUniform2f(HITMAP_UNIFORM_VIEWPORT, static_cast<float>(target.tile.width),
                static_cast<float>(target.tile.height));
    glBindVertexArray(guides);
    const auto draw = [&](std::size_t first, std::size_t count, float width) {
        glUniform1f(HITMAP_UNIFORM_LINE_WIDTH, width * target.pixel_scale);
        glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(count),
                                          static_cast<GLuint>(first));
    };
    draw(0, thin, grid_width);
    draw(thin, lines.size() - thin, axis_width);
}

std::optional<Pick> SceneRenderer::pick(int x, int y) const {
    const FrameSize tile = parts_->key.tile;
    if (x < 0 || y < 0 || x >= tile.width || y >= tile.height) return std::nullopt;
    const RenderTarget::Seen seen = parts_->target.seen_at(x, tile.height - 1 - y);
    if (seen.triangle_plus_one == 0) return std::nullopt;
    const FrameSize picture = parts_->key.picture;
    const int top = picture.height - parts_->key.y - tile.height; // of the tile, from the picture's top
    return Pick{geometry_->prepared().draw_slots[seen.triangle_plus_one - 1],
                unproject(parts_->matrices, picture, static_cast<float>(x + parts_->key.x),
                          static_cast<float>(y + top), seen.depth)};
}

} // namespace hitmap
