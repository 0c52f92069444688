#include "app/figure/figure_store.h"

#include "app/figure/figure_writer.h"
#include "core/base/error.h"
#include "core/cache/results/named_errors.h"
#include "core/geometry/upright.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/models/cache_model.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/apply/relaid_file.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

HmtFile open_recorded(const FigureRecording& recording, const JobContext& job) {
    job.begin("opening " + recording.file);
    LaidOutRecording opened = open_laid_out(recording.file, recording.layout, job, recording.part);
    if (opened.bytes == nullptr)
        throw FileError(
            recording.file, "",
            not_recognised(std::filesystem::path(recording.file), "a recording, .hmt or of another program"));
    HmtFile file(std::move(opened.bytes), job);
    if (opened.is_part || recording.part.is_whole()) return file;
    return file.part(recording.part, job);
}

HmtFile trace_recording(const FigureRecording& recording, ThreadPool& pool, const JobContext& job) {
    const ExperimentScene& wanted = recording.scene;
    Scene scene = load_upright_scene(wanted.spec, wanted.up, job, wanted.import);
    if (wanted.camera) look_through(scene, *wanted.camera);
    std::vector<std::byte> bytes;
    const JobContext within{job.stop, job.progress, nullptr};
    trace_scene(scene, recording.options, *write_hmt(create_memory(bytes), {}, &pool, within), pool, within);
    HmtFile file(open_memory(std::move(bytes), recording.name), job);
    return recording.part.is_whole() ? std::move(file) : file.part(recording.part, job);
}

/// Opens or traces it, gives it its memory layouts, and deals its thread blocks.
HmtFile read_recording(const FigureRecording& recording, ThreadPool& pool, const JobContext& job) {
    HmtFile file =
        recording.file.empty() ? trace_recording(recording, pool, job) : open_recorded(recording, job);
    for (const RelayoutOptions& relayout : recording.relayouts)
        file = with_errors_of(file.name(), [&] {
            return relaid_file(file, relayout, source_mesh(file.info(), {}), pool, job);
        });
    const std::uint32_t sms = recording.dealt_sms;
    if (sms == 0 || sms == file.info().device.sm_count) return file;
    return with_errors_of(file.name(), [&] { return dealt_file(file, sms, any_memory, pool, job); });
}

} // namespace

std::unique_lock<std::timed_mutex> FigureStore::lock(const JobContext& job) {
    constexpr std::chrono::milliseconds patience{20};
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(patience))
        job.check();
    return lock;
}

FigureMaterial& FigureStore::material(const FigureRecording& recording, const JobContext& job) {
    const std::string key = recording_key(recording);
    auto found = materials_.find(key);
    const bool is_open = found != materials_.end();
    if (!is_open || (recording.crc && found->second.crc != recording.crc)) {
        const FileStamp stamp = file_stamp(recording.file);
        if (is_open && found->second.stamp != stamp) {
            materials_.erase(found);
            profiles_.erase(key);
            found = materials_.end();
        }
        std::optional<std::uint32_t> crc;
        if (recording.crc && found != materials_.end()) crc = found->second.crc;
        if (recording.crc && !crc) crc = crc_of_file(recording.file, job);
        if (crc != recording.crc)
            throw FileError(
                recording.file, "",
                fmt::format("expected the hash crc32:{:08x}, found crc32:{:08x}", *recording.crc, *crc));
        FigureMaterial opened;
        if (found == materials_.end()) opened = open_material(recording, job);
        // What was hashed and what was opened are the same bytes only if the file stayed as it was.
        if (crc && file_stamp(recording.file) != stamp)
            throw FileError(recording.file, "",
                            "expected a file that stays as it is while it is read, found that it changed");
        if (found == materials_.end()) {
            opened.stamp = stamp;
            found = materials_.emplace(key, std::move(opened)).first;
        }
        found->second.crc = crc;
    }
    FigureMaterial& material = found->second;
    if (material.source == nullptr) material.source = request_source(*material.file, pool_);
    return material;
}

FigureMaterial FigureStore::open_material(const FigureRecording& recording, const JobContext& job) const {
    FigureMaterial opened;
    opened.file = std::make_shared<const HmtFile>(read_recording(recording, pool_, job));
    opened.source = request_source(*opened.file, pool_);
    opened.scene = opened.source->scene(job);
    return opened;
}

std::shared_ptr<const Profile> FigureStore::profile(const FigureRecording& recording,
                                                    const ExperimentCache& cache, bool explain,
                                                    const JobContext& job) {
    const FigureMaterial& opened = material(recording, job); // first, since it forgets what is out of date
    auto& entry = profiles_[recording_key(recording)][{cache_key(cache), explain}];
    if (entry == nullptr)
        entry =
            make_profile(*opened.source, figure_model(cache, explain), cache.model.choice.only, pool_, job);
    return entry;
}

void FigureStore::adopt(const FigureRecording& recording, FigureMaterial material,
                        const ExperimentCache& cache, std::shared_ptr<const Profile> profile) {
    if (material.stamp != file_stamp(recording.file)) return;
    const std::string key = recording_key(recording);
    const auto file = material.file;
    if (materials_.try_emplace(key, std::move(material)).first->second.file != file) return;
    auto& entry = profiles_[key][{cache_key(cache), cache.model.choice.explain_misses}];
    if (entry == nullptr) entry = std::move(profile);
}

void FigureStore::keep_only(const Figure& figure) {
    std::set<std::string> wanted;
    for (const FigureRecording& recording : figure.recordings)
        wanted.insert(recording_key(recording));
    std::set<std::string> caches;
    for (const ExperimentCache& cache : figure.caches)
        caches.insert(cache_key(cache));
    std::erase_if(materials_, [&](const auto& entry) { return !wanted.contains(entry.first); });
    std::erase_if(profiles_, [&](const auto& entry) { return !wanted.contains(entry.first); });
    for (auto& [recording, of_recording] : profiles_)
        std::erase_if(of_recording, [&](const auto& entry) { return !caches.contains(entry.first.first); });
}

ModelConfig figure_model(const ExperimentCache& cache, bool explain) {
    ModelConfig config = cache.model.config;
    if (auto* const hierarchy = std::get_if<HierarchyConfig>(&config))
        hierarchy->explain_misses = hierarchy->explain_misses || explain;
    return config;
}

std::uint32_t crc_of_file(const std::string& path, const JobContext& job) {
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
    return static_cast<std::uint32_t>(crc);
}

} // namespace hitmap
