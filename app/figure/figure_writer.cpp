#include "app/figure/figure_writer.h"

#include "app/figure/figure_names.h"
#include "core/base/error.h"
#include "core/base/json_node.h"
#include "core/base/path_query.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/scene.h"
#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

namespace {

using RecipeJson = JsonNode::Json;
using RecipeFolder = std::filesystem::path;

std::string path_from(const std::string& path, const RecipeFolder& folder) {
    const RecipeFolder absolute = absolute_path(path).lexically_normal();
    const RecipeFolder relative = absolute.lexically_relative(folder.lexically_normal());
    return (relative.empty() ? absolute : relative).generic_string();
}

RecipeJson scene_json(const ExperimentScene& scene, const RecipeFolder& folder) {
    const std::string spec = is_builtin(scene.spec) ? scene.spec : path_from(scene.spec, folder);
    if (!scene.camera && !scene.up && !scene.import.files_outside) return spec;
    RecipeJson object{{"scene", spec}};
    if (scene.camera) object["camera"] = RecipeJson::parse(camera_to_json(*scene.camera));
    if (scene.up) object["up"] = name_of(*scene.up);
    if (scene.import.files_outside) object["allow_files_outside"] = true;
    return object;
}

RecipeJson memory_layout_json(const RelayoutOptions& layout) {
    RecipeJson object = RecipeJson::object();
    for (const RelayoutSetting& setting : relayout_settings()) {
        const std::vector<std::string> values = setting.get(layout);
        if (values.empty()) continue;
        object[setting.name] = setting.repeats ? RecipeJson(values) : RecipeJson(values.front());
    }
    return object;
}

/// Adds which part of the recording is read, and in which layouts.
void put_reading(RecipeJson& object, const FigureRecording& recording, const RecipeFolder& folder) {
    for (const auto& [key, range] : part_ranges)
        if (!(recording.part.*range).is_whole()) object[std::string(key)] = to_string(recording.part.*range);
    if (!recording.layout.empty()) object["layout"] = path_from(recording.layout, folder);
    for (const RelayoutOptions& relayout : recording.relayouts)
        object["relayout"].push_back(memory_layout_json(relayout));
    if (recording.relayouts.size() == 1) object["relayout"] = memory_layout_json(recording.relayouts.front());
    if (recording.dealt_sms != 0) object["deal_blocks"] = recording.dealt_sms;
}

RecipeJson recording_json(const FigureRecording& recording, const RecipeFolder& folder) {
    RecipeJson object = RecipeJson::object();
    if (!recording.file.empty()) {
        object["file"] = path_from(recording.file, folder);
        if (recording.crc) object["hash"] = fmt::format("crc32:{:08x}", *recording.crc);
        put_reading(object, recording, folder);
        return object;
    }
    object["trace"] = scene_json(recording.scene, folder);
    const TraceOptions usual;
    RecipeJson options = RecipeJson::object();
    for (const TraceOption& option : trace_option_table())
        if (const std::string value = option.get(recording.options); value != option.get(usual))
            options[option.name] = value;
    if (!options.empty()) object["options"] = options;
    put_reading(object, recording, folder);
    return object;
}

RecipeJson cache_json(const ExperimentCache& cache, const RecipeFolder& folder) {
    const ModelChoice& choice = cache.model.choice;
    RecipeJson object = RecipeJson::object();
    const auto put = [&](ModelSetting setting, RecipeJson value) {
        object[std::string(name_of(setting))] = std::move(value);
    };
    if (!choice.preset.empty()) {
        put(ModelSetting::model, "hierarchy");
        std::string preset = choice.preset;
        if (is_preset_path(preset)) {
            preset = path_from(preset, folder);
            if (!is_preset_path(preset)) preset = "./" + preset;
        }
        put(ModelSetting::preset, preset);
    }
    put(ModelSetting::l1, to_string(choice.l1));
    put(ModelSetting::l2, to_string(choice.l2));
    if (choice.explain_misses) put(ModelSetting::why, true);
    if (choice.only.rays) put(ModelSetting::ray_kind, to_string(*choice.only.rays));
    if (choice.only.allocation) put(ModelSetting::only_allocation, *choice.only.allocation);
    if (choice.only.line) put(ModelSetting::only_line, *choice.only.line);
    if (choice.only.instruction) put(ModelSetting::only_instruction, *choice.only.instruction);
    return object;
}

RecipeJson track_json(const FigureTrack& track, const char* size) {
    RecipeJson object = RecipeJson::object();
    if (!track.name.empty()) object["name"] = track.name;
    if (track.size) object[size] = *track.size;
    return object;
}

class PanelWriter {
public:
    explicit PanelWriter(const Figure& figure) : figure_(figure) {}

    RecipeJson panel(const FigurePanel& panel) const {
        const FigurePanel usual;
        RecipeJson object = RecipeJson::object();
        if (panel.kind != usual.kind) object["kind"] = figure_name(figure_kind_names, panel.kind);
        put_source(object, panel.source, {});
        if (panel.kind == FigurePanelKind::mesh && panel.compare) {
            object["compare"] = RecipeJson::object();
            put_source(object["compare"], *panel.compare, panel.source);
        }
        if (panel.kind == FigurePanelKind::plot) object["plot"] = figure_name(figure_plot_names, panel.plot);
        if (panel.kind == FigurePanelKind::table) {
            object["table"] = figure_name(figure_table_names, panel.table);
            if (!panel.keys.empty()) object["table_columns"] = panel.keys;
        }
        if (panel.kind == FigurePanelKind::text) object["text"] = panel.text;
        if (panel.kind == FigurePanelKind::colour_bar && panel.of)
            object["of"] = {panel.of->first, panel.of->second};
        if (panel.aspect) object["aspect"] = *panel.aspect;
        if (!panel.caption.empty()) object["caption"] = panel.caption;
        if (!panel.has_letter) object["letter"] = false;
        if (panel.rows != 1) object["rows"] = panel.rows;
        if (panel.columns != 1) object["columns"] = panel.columns;
        if (panel.kind == FigurePanelKind::mesh)
            for (const FigureInset& inset : panel.insets)
                object["insets"].push_back(inset_json(inset, panel.source));
        if (auto view = RecipeJson::parse(panel.view); !view.empty()) object["view"] = std::move(view);
        return object;
    }

private:
    /// Names what differs from `usual`.
    void put_source(RecipeJson& object, const FigureSource& source, const FigureSource& usual) const {
        if (source.recording != usual.recording)
            object["recording"] = figure_.recordings[source.recording].name;
        if (source.cache != usual.cache) object["cache"] = figure_.caches[source.cache].name;
    }

    RecipeJson inset_json(const FigureInset& inset, const FigureSource& source) const {
        RecipeJson object = RecipeJson::object();
        put_source(object, inset.source, source);
        const FigureRegion& region = inset.region;
        if (!region.is_whole()) object["region"] = {region.left, region.top, region.width, region.height};
        object["corner"] = figure_name(figure_corner_names, inset.corner);
        object["width"] = inset.width;
        return object;
    }

    const Figure& figure_;
};

void put_style(RecipeJson& root, const Figure& figure) {
    const Figure usual;
    root["width"] = figure.width;
    root["dpi"] = figure.dots_per_inch;
    if (figure.font != usual.font) root["font"] = figure.font;
    root["font_size"] = figure.font_size;
    root["line_width"] = figure.line_width;
    root["gap"] = figure.gap;
    if (figure.letters != usual.letters) root["letters"] = figure.letters;
    if (figure.ranges != usual.ranges) root["ranges"] = figure_name(figure_range_names, figure.ranges);
    if (!figure.caption.empty()) root["caption"] = figure.caption;
    if (!figure.label.empty()) root["label"] = figure.label;
}

/// Throws if JSON cannot hold a path as it is: it would name another file.
void require_writable(const std::string& path, const RecipeFolder& folder) {
    try {
        (void)RecipeJson(path_from(path, folder)).dump();
    } catch (const RecipeJson::type_error&) {
        throw Error(fmt::format("{}: expected a path in UTF-8, which recipes of figures can name", path));
    }
}

void require_writable_paths(const Figure& figure, const RecipeFolder& folder) {
    for (const FigureRecording& recording : figure.recordings) {
        if (!recording.file.empty() || !is_builtin(recording.scene.spec))
            require_writable(recording.file.empty() ? recording.scene.spec : recording.file, folder);
        if (!recording.layout.empty()) require_writable(recording.layout, folder);
    }
    for (const ExperimentCache& cache : figure.caches)
        if (const std::string& preset = cache.model.choice.preset; is_preset_path(preset))
            require_writable(preset, folder);
}

/// Differs for any two values, even for bytes that are no text.
std::string key_of(const RecipeJson& json) {
    const std::vector<std::uint8_t> bytes = RecipeJson::to_cbor(json);
    return {bytes.begin(), bytes.end()};
}

} // namespace

std::string figure_to_json(const Figure& figure, const std::filesystem::path& folder) {
    require_writable_paths(figure, folder);
    RecipeJson root = RecipeJson::object();
    put_style(root, figure);
    root["recordings"] = RecipeJson::object();
    for (const FigureRecording& recording : figure.recordings)
        root["recordings"][recording.name] = recording_json(recording, folder);
    for (const ExperimentCache& cache : figure.caches)
        root["caches"][cache.name] = cache_json(cache, folder);
    for (const FigureTrack& row : figure.rows)
        root["rows"].push_back(track_json(row, "height"));
    for (const FigureTrack& column : figure.columns)
        root["columns"].push_back(track_json(column, "width"));
    root["panels"] = RecipeJson(figure.rows.size(), RecipeJson(figure.columns.size(), RecipeJson(nullptr)));
    const PanelWriter writer(figure);
    for (const FigurePanel& panel : figure.panels)
        root["panels"][panel.row][panel.column] = writer.panel(panel);
    // Names may be those of files, which need not be UTF-8.
    return root.dump(2, ' ', false, RecipeJson::error_handler_t::replace) + "\n";
}

std::string recording_key(const FigureRecording& recording) {
    FigureRecording unhashed = recording;
    unhashed.crc.reset();
    return key_of(recording_json(unhashed, working_folder()));
}

std::string cache_key(const ExperimentCache& cache) {
    return key_of(cache_json(cache, working_folder()));
}

} // namespace hitmap
