#include "app/figure/figure_inputs.h"

#include "app/figure/figure_json.h"
#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <span>
#include <utility>

namespace hitmap {

namespace {

/// Throws FileError if the file has another CRC.
void check_crc(const std::string& path, std::uint32_t expected, const JobContext& job) {
    constexpr std::size_t block = std::size_t{1} << 20;
    const auto file = open_file(path);
    std::vector<std::byte> bytes(block);
    uLong crc = crc32_z(0, nullptr, 0);
    for (std::uint64_t at = 0; at < file->size(); at += block) {
        job.check();
        const std::span part(bytes.data(), std::min<std::uint64_t>(block, file->size() - at));
        file->read(at, part);
        crc = crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size()); // NOLINT: bytes
    }
    if (crc != expected)
        throw FileError(path, "",
                        fmt::format("expected the hash crc32:{:08x}, found crc32:{:08x}", expected, crc));
}

HmtFile open_recorded(const FigureRecording& recording, const JobContext& job) {
    job.begin("opening " + recording.file);
    if (recording.crc) check_crc(recording.file, *recording.crc, job);
    LaidOutRecording opened = open_laid_out(recording.file, {}, job);
    if (opened.bytes == nullptr)
        throw FileError(
            recording.file, "",
            not_recognised(*open_file(recording.file), "a recording, .hmt or of another program"));
    return HmtFile(std::move(opened.bytes), job);
}

HmtFile trace_recording(const FigureRecording& recording, ThreadPool& pool, const JobContext& job) {
    const ExperimentScene& wanted = recording.scene;
    Scene scene = load_upright_scene(wanted.spec, wanted.up, job, wanted.import);
    if (wanted.camera) look_through(scene, *wanted.camera);
    std::vector<std::byte> bytes;
    const JobContext within{job.stop, job.progress, nullptr};
    trace_scene(scene, recording.options, *write_hmt(create_memory(bytes), {}, &pool, within), pool, within);
    return HmtFile(open_memory(std::move(bytes), recording.name), job);
}

/// Whether a panel shows causes of misses or reuse distances, which the model computes on request.
bool needs_causes(const FigurePanel& panel) {
    if (panel.kind == FigurePanelKind::plot)
        return panel.plot == FigurePlot::l1_capacity || panel.plot == FigurePlot::l2_capacity;
    if (panel.kind != FigurePanelKind::mesh && panel.kind != FigurePanelKind::image) return false;
    const ViewState state = figure_view(panel);
    return panel.kind == FigurePanelKind::mesh ? info_of(state.metric.quantity).is_class_of_misses()
                                               : state.image.quantity->needs == PixelPart::causes;
}

bool uses(const FigurePanel& panel, const FigureSource& source) {
    return panel.source == source || panel.compare == source ||
           std::ranges::any_of(panel.insets,
                               [&](const FigureInset& inset) { return inset.source == source; });
}

} // namespace

struct FigureInputs::Opened {
    explicit Opened(HmtFile recording) : file(std::move(recording)) {}
    HmtFile file;
    std::unique_ptr<RequestSource> source;
    std::shared_ptr<const RecordedScene> scene;
    std::shared_ptr<const PreparedScene> prepared;
};

FigureInputs::FigureInputs(const Figure& figure, ThreadPool& pool, const JobContext& job)
    : figure_(figure), pool_(pool), job_(job), opened_(figure.recordings.size()) {}

FigureInputs::~FigureInputs() = default;

FigureInputs::Opened& FigureInputs::opened(std::size_t recording) {
    std::unique_ptr<Opened>& entry = opened_[recording];
    if (!entry) {
        const FigureRecording& wanted = figure_.recordings[recording];
        entry = std::make_unique<Opened>(wanted.file.empty() ? trace_recording(wanted, pool_, job_)
                                                             : open_recorded(wanted, job_));
        entry->source = request_source(entry->file, pool_);
        entry->scene = entry->source->scene(job_);
    }
    return *entry;
}

const std::string& FigureInputs::name(std::size_t recording) const {
    const FigureRecording& wanted = figure_.recordings[recording];
    return wanted.file.empty() ? wanted.name : wanted.file;
}

const RecordingInfo& FigureInputs::info(std::size_t recording) {
    return opened(recording).file.info();
}

std::shared_ptr<const RecordedScene> FigureInputs::scene(std::size_t recording) {
    if (opened(recording).scene == nullptr)
        throw FileError(name(recording), "scene", "expected a scene to draw, found none");
    return opened(recording).scene;
}

std::shared_ptr<const PreparedScene> FigureInputs::prepared(std::size_t recording) {
    const auto shown = scene(recording);
    Opened& entry = opened(recording);
    if (entry.prepared != nullptr) return entry.prepared;
    if (shown->face_slots.empty() && shown->boxes.empty())
        throw FileError(name(recording), "scene", "expected faces or boxes to draw, found neither");
    if (!knows_vertex_positions(entry.file.info()))
        throw FileError(name(recording), "scene",
                        "expected faces with positions, found that the vertices of the faces are assumed");
    entry.prepared = prepare_scene(shown, job_);
    return entry.prepared;
}

ModelConfig FigureInputs::config(const FigureSource& source) const {
    ModelConfig config = figure_.caches[source.cache].model.config;
    if (auto* const hierarchy = std::get_if<HierarchyConfig>(&config))
        hierarchy->explain_misses =
            hierarchy->explain_misses || std::ranges::any_of(figure_.panels, [&](const FigurePanel& panel) {
                return needs_causes(panel) && uses(panel, source);
            });
    return config;
}

const Restriction& FigureInputs::only(const FigureSource& source) const {
    return figure_.caches[source.cache].model.choice.only;
}

const Profile& FigureInputs::profile(const FigureSource& source) {
    auto& entry = profiles_[{source.recording, source.cache}];
    if (entry == nullptr)
        entry = make_profile(*opened(source.recording).source, config(source), only(source), pool_, job_);
    return *entry;
}

PixelTable FigureInputs::pixels(const FigureSource& source, TimeWindow window) {
    return make_pixel_table(*opened(source.recording).source, config(source), only(source), window, pool_,
                            job_);
}

} // namespace hitmap
