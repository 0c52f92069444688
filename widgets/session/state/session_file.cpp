#include "widgets/session/state/session_file.h"

#include "core/base/error.h"
#include "core/base/json_node.h"
#include "core/base/json_text.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/cache/array/cache_geometry.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/model_texts.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/trace/io/read_text.h"
#include "core/trace/io/write_file.h"
#include "core/trace/model/element_kind.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/recording/trace_request.h"
#include "widgets/session/state/curve_json.h"
#include "widgets/session/state/panel_json.h"
#include "widgets/session/state/session.h"

#include <QtCore/QByteArray>
#include <QtCore/QCryptographicHash>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t session_version = 1;
constexpr std::uint64_t most_session_bytes = 16 << 20;
// The end of a file contains its table of contents, so that a hash of the end distinguishes long recordings.
constexpr std::uint64_t hashed_bytes = 1 << 20;

using Path = std::filesystem::path;

constexpr std::array<std::pair<const char*, bool Links::*>, 8> link_names = {
    {{"camera", &Links::camera},
     {"time", &Links::time},
     {"metric", &Links::metric},
     {"selection", &Links::selection},
     {"range", &Links::range},
     {"layers", &Links::layers},
     {"box_levels", &Links::box_levels},
     {"image", &Links::image}}};

constexpr NameTable<Side, 2> side_names = {{{Side::baseline, "baseline"}, {Side::compared, "compared"}}};

/// Returns the SHA-256 of the length and the end of the file, in hex; empty if the file cannot be read. A
/// session may come from others: what it names is read only if it is a regular file.
std::string recording_hash(const Path& path) {
    try {
        const auto file = open_file(path);
        const std::uint64_t bytes = std::min(file->size(), hashed_bytes);
        std::string end(bytes, '\0');
        file->read(file->size() - bytes, std::as_writable_bytes(std::span(end)));
        QCryptographicHash hash(QCryptographicHash::Sha256);
        hash.addData(QByteArray::number(static_cast<qulonglong>(file->size())));
        hash.addData(QByteArray::fromStdString(end));
        return "sha256:" + hash.result().toHex().toStdString();
    } catch (const FileError&) {
        return {};
    }
}

/// Returns the spec with every path that it has changed by `change`.
template <class Change>
RecordingSpec with_paths(RecordingSpec spec, const Change& change) {
    const auto apply = [&](std::string& path) {
        if (!path.empty()) path = change(path);
    };
    if (auto* file = std::get_if<SpecFile>(&spec.whole)) apply(file->path);
    if (auto* trace = std::get_if<TraceRequest>(&spec.whole); trace != nullptr && !is_builtin(trace->scene))
        apply(trace->scene);
    apply(spec.layout);
    return spec;
}

RecordingSpec relative_spec(const RecordingSpec& spec, const Path& folder) {
    return with_paths(spec, [&](const std::string& path) {
        const Path relative = Path(path).lexically_relative(folder);
        return relative.empty() ? path : relative.string();
    });
}

RecordingSpec absolute_spec(const RecordingSpec& spec, const Path& folder) {
    return with_paths(spec,
                      [&](const std::string& path) { return (folder / path).lexically_normal().string(); });
}

std::string relative_preset(const std::string& preset, const Path& folder) {
    if (!is_preset_path(preset)) return preset;
    const Path relative = Path(preset).lexically_relative(folder);
    if (relative.empty()) return preset;
    return is_preset_path(relative.string()) ? relative.string() : "./" + relative.string();
}

std::string absolute_preset(const std::string& preset, const Path& folder) {
    return is_preset_path(preset) ? (folder / preset).lexically_normal().string() : preset;
}

void put_restriction(Json& object, const Restriction& only) {
    if (only.rays) object["rays"] = to_string(*only.rays);
    if (only.of_rays_alone()) return;
    Json& parts = object["only"];
    if (only.allocation) parts["allocation"] = *only.allocation;
    if (only.line) parts["line"] = *only.line;
    if (only.instruction) parts["instruction"] = *only.instruction;
}

Json selection_to_json(const Selection& selection) {
    return {{"kind", element_kinds()[selection.kind].name}, {"element", selection.element}};
}

Json accesses_to_json(const AccessChoice& accesses) {
    Json object = Json::object();
    const AccessSubject& subject = accesses.subject;
    if (subject.element) object["of"] = selection_to_json(*subject.element);
    if (subject.bytes) {
        object["address"] = subject.bytes->address;
        object["bytes"] = subject.bytes->bytes;
    }
    if (subject.allocation) object["allocation"] = *subject.allocation;
    if (!subject.line.empty()) object["line"] = subject.line;
    if (const auto& current = accesses.current)
        object["current"] = {{"request", current->request}, {"lane", current->lane}, {"part", current->part}};
    return object;
}

Json pane_to_json(const PaneState& pane, const Path& folder) {
    Json object;
    const std::string spec = to_text(relative_spec(pane.spec, folder));
    object["recording"] = is_utf8(spec) ? spec : printable(spec);
    if (!is_utf8(spec)) object["recording_bytes"] = QByteArray::fromStdString(spec).toBase64().toStdString();
    if (is_recording(pane.spec)) object["hash"] = recording_hash(*pane.spec.file());
    object["l1"] = to_string(pane.config.l1);
    object["l2"] = to_string(pane.config.l2);
    if (!pane.config.preset.empty()) object["preset"] = relative_preset(pane.config.preset, folder);
    if (pane.config.explain_misses) object["explain_misses"] = true;
    put_restriction(object, pane.config.only);
    object["view"] = Json::parse(view_state_to_json(pane.choices));
    if (pane.choices.selection) object["selection"] = selection_to_json(*pane.choices.selection);
    if (pane.choices.accesses) object["accesses"] = accesses_to_json(*pane.choices.accesses);
    put_panels(object, pane.choices.panels);
    if (pane.reference) {
        object["reference"] = *pane.reference;
        object["side"] = name_in(side_names, pane.side);
    }
    return object;
}

CacheGeometry read_geometry(JsonNode& object, const std::string& key, const CacheGeometry& standard) {
    std::string text = to_string(standard);
    object.read(key, text);
    // A capacity alone keeps the rest of the cache, as on the command line. Otherwise, a session stores the
    // complete cache, and parts that to_string() omits have their defaults, not the values of the preset.
    const bool is_capacity = text.find(':') == std::string::npos;
    return object.refusing([&] {
        return ChoicePlace{key, std::string(object.file())}.refusing(
            [&] { return is_capacity ? parse_cache_geometry(text, standard) : parse_cache_geometry(text); });
    });
}

Restriction read_restriction(JsonNode& object) {
    std::string rays;
    object.read("rays", rays);
    ModelTexts texts;
    object.refusing([&] {
        texts.set(ModelSetting::ray_kind, rays, {"rays", std::string(object.file())});
        return true;
    });
    Restriction only = texts.restriction();
    auto parts = object.read_object("only");
    if (!parts) return only;
    if (parts->value().contains("allocation")) parts->read("allocation", only.allocation.emplace());
    if (parts->value().contains("line")) parts->read("line", only.line.emplace());
    std::uint64_t instruction = UINT32_MAX;
    parts->read("instruction", instruction, 0, UINT32_MAX - 1);
    if (instruction != UINT32_MAX) only.instruction = static_cast<std::uint32_t>(instruction);
    parts->finish();
    return only;
}

/// "box, face or pixel"
std::string kind_names() {
    std::string text;
    const auto kinds = element_kinds();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        text.append(i == 0 ? "" : i + 1 < kinds.size() ? ", " : " or ").append(kinds[i].name);
    return text;
}

Selection read_selection(JsonNode& object) {
    std::string kind(element_kinds()[face_kind].name);
    Selection selection;
    object.read("kind", kind);
    object.read("element", selection.element, 0, UINT32_MAX);
    object.finish();
    const auto known = element_kind_named(kind);
    if (!known) object.refuse("kind", fmt::format("expected {}, found '{}'", kind_names(), kind));
    selection.kind = *known;
    return selection;
}

AccessChoice read_accesses(JsonNode& object) {
    AccessChoice accesses;
    AccessSubject& subject = accesses.subject;
    if (auto of = object.read_object("of")) subject.element = read_selection(*of);
    if (object.value().contains("address")) {
        ByteRange& bytes = subject.bytes.emplace();
        object.read("address", bytes.address, 0, UINT64_MAX);
        object.read("bytes", bytes.bytes, 1, UINT32_MAX);
    }
    if (object.value().contains("allocation")) {
        std::uint64_t allocation = 0;
        object.read("allocation", allocation, 0, RecordingLimits::allocations);
        subject.allocation = static_cast<std::uint32_t>(allocation);
    }
    object.read("line", subject.line);
    if (auto current = object.read_object("current")) {
        AccessKey& key = accesses.current.emplace();
        current->read("request", key.request, 0, UINT64_MAX);
        current->read("lane", key.lane);
        current->read("part", key.part);
        current->finish();
    }
    object.finish();
    return accesses;
}

/// Returns the choice of a preset. If the preset is not available, the session is opened anyway; the pane is
/// then not simulated and shows the reason.
ModelChoice preset_choice(const std::string& name) {
    ModelChoice choice;
    try {
        choice = choice_of(find_gpu_preset(name), name);
    } catch (const Error&) {
        choice.preset = name;
    }
    return choice;
}

/// Reads a view file within the session.
ViewState read_view_state(const JsonNode& object) {
    return object.refusing([&] { return view_state_from_json(object.value().dump(), object.file()); });
}

PaneState read_pane(JsonNode& object, const Path& folder, std::size_t index, std::size_t panes,
                    std::vector<std::string>& warnings) {
    PaneState pane;
    std::string hash;
    std::string spec;
    std::string bytes;
    object.read("recording", spec);
    object.read("recording_bytes", bytes);
    if (!bytes.empty()) spec = QByteArray::fromBase64(QByteArray::fromStdString(bytes)).toStdString();
    object.read("hash", hash);
    try {
        pane.spec = absolute_spec(RecordingSpec(spec), folder);
    } catch (const UsageError& error) {
        object.refuse("recording", error.what());
    }
    std::string preset;
    object.read("preset", preset);
    if (!preset.empty()) pane.config = preset_choice(absolute_preset(preset, folder));
    pane.config.l1 = read_geometry(object, "l1", pane.config.l1);
    pane.config.l2 = read_geometry(object, "l2", pane.config.l2);
    object.read("explain_misses", pane.config.explain_misses);
    pane.config.only = read_restriction(object);
    if (const auto view = object.read_object("view"))
        static_cast<ViewState&>(pane.choices) = read_view_state(*view);
    if (auto selection = object.read_object("selection")) pane.choices.selection = read_selection(*selection);
    if (auto accesses = object.read_object("accesses")) pane.choices.accesses = read_accesses(*accesses);
    pane.choices.panels = read_panels(object);
    std::uint64_t reference = index;
    object.read("reference", reference, 0, panes - 1);
    if (reference != index) pane.reference = reference;
    object.read("side", pane.side, side_names);
    View& shown = pane.choices.view;
    // If older files omit the subject of a manual range, it is what the pane shows.
    if (shown.range_mode == RangeMode::manual && !shown.range_of)
        shown.range_of = RangeSubject{pane.choices.metric, pane.reference.has_value()};
    object.finish();
    const std::string now = hash.empty() ? hash : recording_hash(whole_text(pane.spec));
    if (!now.empty() && now != hash)
        warnings.push_back(fmt::format("{} has changed since the session was saved.", to_text(pane.spec)));
    return pane;
}

/// Panes that share their metric show one quantity of pixels. If a file says otherwise, each keeps its own.
void unlink_different_quantities(SessionState& state, std::vector<std::string>& warnings) {
    const PaneState* first = nullptr;
    for (const PaneState& pane : state.panes) {
        if (pane.spec.empty()) continue;
        if (first == nullptr) first = &pane;
        const PixelQuantity* const quantities[] = {first->choices.image.quantity,
                                                   pane.choices.image.quantity};
        if (!state.links.metric || quantities[0] == quantities[1]) continue;
        state.links.metric = false;
        warnings.push_back(fmt::format("The panes show different quantities of pixels ({} and {}), so that "
                                       "their metrics are no longer linked.",
                                       quantities[0]->name, quantities[1]->name));
    }
}

/// The keys of a bookmark beside those of its view. Earlier versions refuse them, so that they are written
/// only if they are needed.
constexpr const char* note_key = "note";
constexpr const char* box_key = "box";

Json bookmark_to_json(const Bookmark& bookmark) {
    ViewState state;
    state.view = bookmark.view;
    Json object = Json::parse(view_state_to_json(state));
    if (!bookmark.note.empty()) object[note_key] = bookmark.note;
    if (bookmark.box) object[box_key] = *bookmark.box;
    return object;
}

Bookmark read_bookmark(const JsonNode& object) {
    Bookmark bookmark;
    Json view = object.value();
    if (view.is_object()) {
        JsonNode own = object;
        own.read(note_key, bookmark.note);
        if (bookmark.note.size() > Bookmark::most_note_bytes)
            own.refuse(note_key, fmt::format("expected at most {} bytes, found {}", Bookmark::most_note_bytes,
                                             bookmark.note.size()));
        constexpr std::uint64_t missing = ~std::uint64_t{0};
        std::uint64_t box = missing;
        own.read(box_key, box, 0, BoxTree::none - 1);
        if (box != missing) bookmark.box = static_cast<std::uint32_t>(box);
        view.erase(note_key);
        view.erase(box_key);
    }
    bookmark.view = object.refusing([&] { return view_state_from_json(view.dump(), object.file()); }).view;
    return bookmark;
}

std::map<int, Bookmark> read_bookmarks(const JsonNode& object) {
    std::map<int, Bookmark> bookmarks;
    for (const auto& [key, bookmark] : object.members()) {
        const int number = key.size() == 1 ? key[0] - '0' : 0;
        if (number < 1 || number > Bookmark::most)
            object.refuse(fmt::format("expected numbers 1 to 9, found '{}'", key));
        bookmarks[number] = read_bookmark(bookmark);
    }
    return bookmarks;
}

} // namespace

std::string session_to_json(const SessionDocument& document, const Path& folder) {
    Json object;
    object["hitmap_session"] = session_version;
    object["panes"] = Json::array();
    for (const PaneState& pane : document.state.panes)
        object["panes"].push_back(pane_to_json(pane, folder));
    for (const auto& [name, link] : link_names)
        object["links"][name] = document.state.links.*link;
    object["active"] = document.state.active;
    object["bookmarks"] = Json::object();
    for (const auto& [number, bookmark] : document.bookmarks)
        object["bookmarks"][std::to_string(number)] = bookmark_to_json(bookmark);
    object["layout"] = QByteArray::fromStdString(document.layout).toBase64().toStdString();
    // File names may be invalid UTF-8.
    return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

ReadSession session_of(JsonNode& object, const Path& folder) {
    std::uint64_t version = 0;
    object.read("hitmap_session", version, 0, UINT32_MAX);
    if (version != session_version)
        object.refuse("hitmap_session",
                      fmt::format("expected a session of version {}, found {}", session_version, version));
    ReadSession read;
    SessionState& state = read.document.state;
    if (const auto found = object.read_array("panes")) {
        std::vector<JsonNode> panes = found->items();
        if (panes.empty() || panes.size() > Session::most_panes)
            found->refuse(fmt::format("expected 1 to {} panes, found {}", Session::most_panes, panes.size()));
        state.panes.clear();
        for (std::size_t i = 0; i < panes.size(); ++i)
            state.panes.push_back(read_pane(panes[i], folder, i, panes.size(), read.warnings));
    }
    if (auto links = object.read_object("links")) {
        // In files of versions without these links, each pane has its own values.
        state.links.layers = false;
        state.links.box_levels = false;
        for (const auto& [key, link] : link_names)
            links->read(key, state.links.*link);
        links->finish();
    }
    unlink_different_quantities(state, read.warnings);
    std::uint64_t active = 0;
    object.read("active", active, 0, state.panes.size() - 1);
    state.active = active;
    if (const auto bookmarks = object.read_object("bookmarks"))
        read.document.bookmarks = read_bookmarks(*bookmarks);
    std::string layout;
    object.read("layout", layout);
    read.document.layout = QByteArray::fromBase64(QByteArray::fromStdString(layout)).toStdString();
    object.finish();
    return read;
}

} // namespace

ReadSession session_from_json(std::string_view json, const Path& file) {
    const std::string name = file.string();
    const Json value = parse_json_text<Json>(json, name);
    JsonNode object(value, "", name);
    return session_of(object, file.parent_path());
}

void write_session(const SessionDocument& document, const Path& file) {
    const Path absolute = absolute_path(file);
    write_file(absolute, session_to_json(document, absolute.parent_path()));
}

ReadSession read_session(const Path& file) {
    return session_from_json(read_text(file, most_session_bytes), absolute_path(file));
}

} // namespace hitmap
