#include "widgets/session/recording/open_recording.h"

#include "core/base/error.h"
#include "core/cache/gpu/device_preset.h"
#include "core/cache/gpu/preset_library.h"
#include "core/jobs/start_thread.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/index/stored_index.h"
#include "core/profile/models/model_texts.h"
#include "core/profile/models/tree_terms.h"
#include "core/relayout/apply/relaid_file.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/replay/replay.h"
#include "core/report/column/provenance_json.h"
#include "core/trace/elements/element_source.h"
#include "core/trace/formats/all/recording_files.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/incomplete_text.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/recording_part.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/opening_memory.h"
#include "widgets/session/recording/traced_recording.h"

#include <QtCore/QFileInfo>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The share of the time of opening until a scene is traced; the rest is reading the recording.
constexpr double tracing = 0.95;

/// Throws FileError: a layout is applied to recordings alone.
[[noreturn]] void refuse_layout(const RecordingSpec& wanted) {
    if (wanted.file() != nullptr) (void)open_file(*wanted.file()); // says why a missing file cannot be read
    throw FileError(
        whole_text(wanted), "",
        fmt::format("expected a recording for the layout {}, found a scene to trace", wanted.layout));
}

/// What the name of a file says of a recording: which part it is, if it is not all, its SMs and its memory
/// layouts.
std::vector<std::string> words_of(const RecordingSpec& spec) {
    std::vector<std::string> texts = spec.relayouts;
    if (spec.dealt_sms != 0) texts.insert(texts.begin(), fmt::format("{} SMs", spec.dealt_sms));
    if (std::string part = short_text(spec.part); !part.empty()) texts.insert(texts.begin(), std::move(part));
    return texts;
}

/// The short name of what a part is of.
std::string short_name_of_whole(const RecordingSpec& spec) {
    if (const auto* trace = std::get_if<TraceRequest>(&spec.whole)) return short_name_of(*trace);
    return spec.file() != nullptr ? std::filesystem::path(*spec.file()).filename().string()
                                  : whole_text(spec);
}

/// Throws MemoryNeeded.
void check_memory(const OpenRecording& opened, const OpeningLimit& limit, const JobContext& job) {
    const std::uint64_t needed = memory_of(opened, limit.hierarchy);
    if (needed > limit.bytes) throw MemoryNeeded(needed, false);
    job.begin(fmt::format("reading the recording, which takes about {} of memory",
                          bytes_text(needed).toStdString()));
}

/// Lets simulations share the accesses if they take at most half of the disk that is left.
void keep_accesses(OpenRecording& opened) {
    if (estimate_kept_bytes(opened.info()) <= ScratchFile::free_bytes() / 2)
        opened.kept = std::make_shared<PackedAccessesSlot>();
}

/// Cuts the part off. If the bytes of the whole are in memory, only those of the part stay there.
std::shared_ptr<const HmtFile> part_of(std::shared_ptr<const HmtFile> whole, const RecordingPart& part,
                                       bool in_memory, ThreadPool& pool, const JobContext& job) {
    if (part.is_whole()) return whole;
    HmtFile cut = whole->part(part, job);
    if (!in_memory) return std::make_shared<const HmtFile>(std::move(cut));
    std::vector<std::byte> bytes;
    write_recording(cut, create_memory(bytes), pool, job);
    return std::make_shared<const HmtFile>(open_memory(std::move(bytes), cut.name()), job);
}

/// The requests of a file, with what reads them. Members are in order of destruction.
struct OpenedRequests {
    std::shared_ptr<const HmtFile> file;
    ThreadPool pool;
    std::unique_ptr<RequestSource> source;
};

/// Returns what reads the requests of a recording again, whichever threads still exist then.
ElementRays::Open requests_of(const OpenRecording& recording) {
    return [file = recording.file, scene = recording.scene] {
        const auto requests = std::make_shared<OpenedRequests>();
        requests->file = file;
        requests->source = request_source(*file, requests->pool, 0, scene);
        return std::shared_ptr<RequestSource>(requests, requests->source.get());
    };
}

/// Reads what follows from the file. A scene that is known already, with what follows from it, is that of the
/// file.
void read_tables(OpenRecording& opened, ThreadPool& pool, const JobContext& job) {
    const bool is_known = opened.scene != nullptr;
    std::vector<LaneTagRun> tags;
    side_by_side(
        "reading lane tags",
        [&] {
            if (!is_known) opened.scene = opened.file->read_scene_without_normals(job);
        },
        [&] { tags = opened.file->read_lane_tags(job); });
    opened.name = short_name(opened.spec);
    opened.interleaved = !opened.info().has_sums() && launches_interleave(opened.file->launch_requests(job));
    opened.rays = ray_selections(tags);
    opened.element_rays = element_rays(opened.info(), tags, requests_of(opened));
    if (!is_known) prepare_picture(opened, pool, job);
}

/// Whether this program made the bytes of the recording, or those of the entry of the cache that it was read
/// from. Other recordings are files of the user.
bool is_in_memory(const OpenRecording& recording) {
    return recording.traced || recording.imported || recording.relaid || recording.dealt ||
           recording.replayed || !recording.layout.empty();
}

/// Calls read(). If it fails on a recording whose end is missing, the error says so: that is the probable
/// reason.
template <class Read>
void tell_incomplete(const HmtFile& file, const Read& read) {
    try {
        read();
    } catch (const FileError& error) {
        if (!file.incomplete()) throw;
        throw Error(fmt::format("{}; the recording is incomplete: its end is missing, and it has {}",
                                error.what(), incomplete_text(file)));
    }
}

/// Whether the file is a recording, by its name or its first bytes.
bool holds_recording(const std::string& path) {
    if (names_recording(path)) return true;
    try {
        std::error_code unknown;
        if (std::filesystem::is_directory(path, unknown)) return find_recording({path}, {}).format != nullptr;
        const auto file = open_file(path);
        return begins_as_recording(*file) || format_of(*file) != nullptr;
    } catch (const FileError&) {
        return false; // Reading the file as a mesh reports the reason.
    }
}

} // namespace

bool names_recording(const std::string& path) {
    return is_named_as_recording(path);
}

bool is_hmt_file(const std::string& path) {
    if (names_recording(path)) return true;
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown) && begins_as_recording(*open_file(path));
}

bool is_recording(const RecordingSpec& spec) {
    const auto* named = std::get_if<SpecFile>(&spec.whole);
    if (named == nullptr) return false;
    if (named->contents != FileContents::unknown) return named->contents == FileContents::recording;
    return holds_recording(named->path);
}

double opening_share(const RecordingSpec& spec) {
    return spec.file() != nullptr && names_recording(*spec.file()) ? 0.15 : 0.75;
}

std::string short_name(const RecordingSpec& spec) {
    const std::string part = short_text(spec);
    return part.empty() ? short_name_of_whole(spec) : fmt::format("{} ({})", short_name_of_whole(spec), part);
}

QString file_stem_of(const OpenRecording& recording) {
    const RecordingSpec& spec = recording.spec;
    const QString name = QString::fromStdString(spec.is_whole() ? recording.name : short_name_of_whole(spec));
    QString stem =
        name.startsWith(QLatin1String("builtin:")) ? name.mid(8) : QFileInfo(name).completeBaseName();
    for (const std::string& part : words_of(spec))
        stem +=
            QLatin1Char('-') +
            QString::fromStdString(part).remove(QLatin1Char(',')).replace(QLatin1Char(' '), QLatin1Char('-'));
    for (const char refused : {':', '?', '=', '/', '&'})
        stem.replace(QLatin1Char(refused), QLatin1Char('-'));
    return stem;
}

TraceRequest request_of(const OpenRecording& recording) {
    if (recording.traced) return trace_of(recording.spec);
    const RecordingInfo& info = recording.info();
    const auto was_given = [&](std::string_view field) {
        const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
        return found != info.origins.end() && found->origin == Origin::recorded;
    };
    TraceRequest request;
    for (const auto& [name, value] : info.options) {
        try {
            if (name == "up" && was_given("up axis")) request.up = parse_up(value, name);
            const auto& table = trace_option_table();
            const auto option = std::ranges::find(table, name, &TraceOption::name);
            if (option != table.end()) option->set(request.options, value);
        } catch (const UsageError&) { // The value is from another producer or another version.
        }
    }
    request.options.records_blocks = !info.basic_blocks.empty();
    if (was_given("camera")) request.camera = recording.camera;
    return request;
}

QByteArray provenance_of_parts(std::initializer_list<const OpenRecording*> recordings) {
    const auto is_part = [](const OpenRecording* recording) {
        return !recording->spec.is_whole() || !part_text(recording->info()).empty();
    };
    if (std::ranges::none_of(recordings, is_part)) return {};
    Json named = Json::array();
    for (const OpenRecording* recording : recordings)
        named.push_back(provenance_json(whole_text(recording->spec), recording->layout, recording->info()));
    Json json{{"program", "hitmap"}};
    if (named.size() == 1)
        json["recording"] = named.front();
    else
        json["recordings"] = named;
    return QByteArray::fromStdString(json_text(json)) + '\n';
}

std::shared_ptr<const OpenRecording> open_recording(const RecordingSpec& wanted, ThreadPool& pool,
                                                    const JobContext& job, const OpeningLimit& limit,
                                                    const std::shared_ptr<const HmtFile>& whole,
                                                    const Storing& keeping, const TakeTraced& take_traced) {
    auto opened = std::make_shared<OpenRecording>();
    opened->spec = wanted;
    // It is looked up although the spec may know it: the file may be another one than when it was opened
    // before.
    const bool is_file_of_recording = wanted.file() != nullptr && holds_recording(*wanted.file());
    opened->traced = whole == nullptr && !is_file_of_recording;
    if (auto* named = std::get_if<SpecFile>(&opened->spec.whole))
        named->contents = opened->traced ? FileContents::mesh : FileContents::recording;
    opened->imported = whole != nullptr || (!opened->traced && !is_hmt_file(*wanted.file()));
    bool in_memory = true;
    RecordingPart part = wanted.part;
    std::unique_ptr<ByteSource> bytes;
    std::shared_ptr<const HmtFile> file = whole;
    if (opened->traced && !wanted.layout.empty()) refuse_layout(wanted);
    if (!opened->traced) opened->stamp = file_stamp(*wanted.file());
    if (opened->traced) {
        // Another memory layout has other slots, so that nothing of the scene would be the same.
        file = trace_recording(*opened, trace_of(wanted), pool, job.part(0.0, tracing), limit.bytes, keeping,
                               wanted.relayouts.empty() ? take_traced : TakeTraced());
    } else if (whole == nullptr) {
        LaidOutRecording laid_out = open_laid_out(*wanted.file(), wanted.layout, job, part, limit.bytes);
        in_memory = opened->imported || !laid_out.layout.empty() || !laid_out.refusal.empty();
        if (laid_out.is_part) part = {};
        opened->layout = laid_out.layout.string();
        bytes = std::move(laid_out.bytes);
    }
    const JobContext reading = opened->traced ? job.part(tracing, 1.0) : job;
    reading.begin("reading the recording");
    if (bytes != nullptr) file = std::make_shared<const HmtFile>(std::move(bytes), reading);
    tell_incomplete(*file, [&] {
        opened->file = part_of(file, part, in_memory, pool, reading);
        opened->replayed = can_replay(opened->file->info());
        if (!wanted.replay.empty() && !opened->replayed)
            throw Error(fmt::format("{}: expected rays that can be replayed over a tree, found none",
                                    opened->file->name()));
        if (opened->replayed) {
            opened->unreplayed = opened->file;
            opened->file = std::make_shared<const HmtFile>(
                replayed_file(*opened->file, parse_replay(wanted.replay), pool, reading, limit.bytes));
        }
        opened->dealt = wanted.dealt_sms != 0 && wanted.dealt_sms != opened->file->info().device.sm_count;
        if (opened->dealt)
            opened->file = std::make_shared<const HmtFile>(
                dealt_file(*opened->file, wanted.dealt_sms, limit.bytes, pool, reading));
        for (const std::string& relayout : wanted.relayouts)
            opened->file = std::make_shared<const HmtFile>(relaid_file(
                *opened->file, parse_relayout(relayout), mesh_of(*opened), pool, reading, limit.bytes));
        opened->relaid = !wanted.relayouts.empty();
        check_memory(*opened, limit, reading);
        read_tables(*opened, pool, reading);
    });
    keep_accesses(*opened);
    return opened;
}

std::shared_ptr<const OpenRecording> relaid_recording(const OpenRecording& recording,
                                                      const RelayoutOptions& options, ThreadPool& pool,
                                                      const JobContext& job, const OpeningLimit& limit) {
    auto relaid = std::make_shared<OpenRecording>();
    relaid->spec = recording.spec;
    relaid->spec.relayouts.push_back(to_string(options));
    relaid->traced = recording.traced;
    relaid->imported = recording.imported;
    relaid->stamp = recording.stamp;
    relaid->layout = recording.layout;
    relaid->dealt = recording.dealt;
    relaid->replayed = recording.replayed;
    relaid->unreplayed = recording.unreplayed;
    relaid->relaid = true;
    relaid->file = std::make_shared<const HmtFile>(
        relaid_file(*recording.file, options, mesh_of(recording), pool, job, limit.bytes));
    check_memory(*relaid, limit, job);
    read_tables(*relaid, pool, job);
    keep_accesses(*relaid);
    return relaid;
}

SourceMesh mesh_of(const OpenRecording& recording) {
    return source_mesh(recording.file->info(),
                       recording.traced ? trace_of(recording.spec).scene : std::string());
}

std::uint64_t memory_of(const OpenRecording& recording, bool hierarchy) {
    return (is_in_memory(recording) ? recording.file->file_bytes() : 0) +
           opening_memory(*recording.file, hierarchy);
}

ModelChoice model_for(const OpenRecording& recording, const DefaultModel& wanted) {
    const RecordingInfo& info = recording.info();
    if (wanted.own_gpu && !info.has_sums())
        if (const auto own = preset_of_device(info.device.name)) return choice_of(*own, own->name);
    if (any_model_counts(info) || !wanted.config.preset.empty()) return wanted.config;
    const std::string standard(default_preset_name);
    return choice_of(find_gpu_preset(standard), standard);
}

std::shared_ptr<const OpenRecording> saved_recording(const OpenRecording& recording, const std::string& path,
                                                     const JobContext& job) {
    ThreadPool pool;
    write_recording(*recording.file, create_file(path, job.outputs), pool, job);
    if (job.outputs != nullptr) job.outputs->publish();
    auto saved = std::make_shared<OpenRecording>(recording);
    saved->spec = SpecFile{path, FileContents::recording};
    saved->name = short_name(saved->spec);
    saved->traced = false;
    saved->imported = false;
    saved->layout.clear(); // the file contains it
    saved->relaid = false;
    saved->dealt = false;
    saved->file = std::make_shared<const HmtFile>(open_file(path), job);
    saved->stamp = file_stamp(path);
    // Those of the recording that was saved keep its bytes in memory.
    if (recording.element_rays != nullptr)
        saved->element_rays = recording.element_rays->of_copy(requests_of(*saved));
    return saved;
}

SceneInTime scene_in_time(const Simulation& simulation, TimeWindow window) {
    const OpenRecording& recording = *simulation.recording;
    return {*recording.scene, simulation.profile.get(), window, recording.element_rays.get()};
}

namespace {

/// Returns the profile of an earlier start; null if there is none. Throws FileError if the recording is
/// damaged.
std::shared_ptr<const Profile> kept_profile(const Storing& keeping, const EntryKey& key,
                                            const OpenRecording& recording, ThreadPool& pool,
                                            const JobContext& job) {
    if (keeping.anew) return nullptr;
    job.begin("looking into the cache");
    const auto bytes = keeping.results->find(key, recording.name, job);
    if (bytes == nullptr) return nullptr;
    // The key has the check sums that the file stores, which stay as they are when its data are damaged.
    // Those of a recording in memory were checked when it was made, and entries of the cache when they are
    // found.
    if (!is_in_memory(recording)) {
        recording.file->check_blocks(job);
        job.begin("looking into the cache");
    }
    try {
        return read_profile(*bytes, recording.info(), pool, job,
                            recording.tree != nullptr ? tree_terms(recording.tree) : nullptr);
    } catch (const FileError&) {      // it is simulated and kept anew
    } catch (const std::bad_alloc&) { // as when it names more elements than there are
    } catch (const std::length_error&) {
    }
    keeping.results->remove(key);
    return nullptr;
}

void find_profile(Simulation& result, const OpenRecording& recording, ThreadPool& pool, const JobContext& job,
                  const Storing& keeping, const std::function<void()>& before) {
    std::optional<EntryKey> key;
    if (keeping.results != nullptr) key = keeping.results->key_of(*recording.file, result.config);
    if (key) result.profile = kept_profile(keeping, *key, recording, pool, job);
    result.from_cache = result.profile != nullptr;
    if (result.from_cache) return;
    if (before) before();
    const JobContext simulating = job.part(before_simulation, 1.0);
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    result.profile = make_profile(*source, result.model, result.config.only, pool, simulating,
                                  {.tree = recording.tree, .kept = recording.kept.get()});
    if (!key || !keeping.writes || !can_be_stored(*result.profile)) return;
    keeping.results->keep(*key, [profile = result.profile](ByteSink& out, const JobContext& writing) {
        write_profile(*profile, out, writing);
    });
}

} // namespace

std::shared_ptr<const Simulation> simulate(std::shared_ptr<const OpenRecording> recording,
                                           const ModelChoice& config, ThreadPool& pool, const JobContext& job,
                                           const Storing& keeping, const std::function<void()>& before) {
    auto result = std::make_shared<Simulation>();
    if (!recording->info().has_sums()) result->config = config;
    result->model = model_config(result->config);
    find_profile(*result, *recording, pool, job, keeping, before);
    result->totals = result->profile->totals({0, result->profile->positions()});
    const ElementSources sources(recording->scene);
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        result->elements.push_back(sources.count(kind, result->profile->element_count(kind)));
    result->recording = std::move(recording);
    return result;
}

} // namespace hitmap
