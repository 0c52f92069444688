#include "widgets/session/recording/stored_results.h"

#include "core/base/error.h"
#include "core/geometry/file_ending.h"
#include "core/jobs/start_thread.h"
#include "core/profile/index/stored_index.h"
#include "core/store/content_hash.h"
#include "core/trace/model/recording_part.h"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Changes when entries with the same key have other contents although the program has the same version.
constexpr unsigned trace_format = 2;

/// Whether the format of the file, which its name tells, is one of a single file.
bool names_no_files(const std::string& mesh) {
    const std::string ending = lower_case_ending(mesh);
    return ending == ".obj" || ending == ".ply" || ending == ".stl";
}

template <class T>
void add(ContentHasher& hasher, const std::vector<T>& values) {
    const std::uint64_t count = values.size();
    hasher.add(std::as_bytes(std::span(&count, 1)));
    hasher.add(std::as_bytes(std::span(values)));
}

std::string content_of(const Scene& scene) {
    ContentHasher hasher;
    add(hasher, scene.mesh.positions);
    add(hasher, scene.mesh.faces);
    add(hasher, scene.mesh.normals);
    add(hasher, scene.mesh.normal_faces);
    std::string told =
        declared_text(scene.report) + "\n" + imported_text(scene.report) + "\n" + warnings_text(scene.report);
    if (scene.up) told += fmt::format("\n{} {}", name_of(scene.up->axis), scene.up->reason);
    hasher.add(std::as_bytes(std::span(told)));
    return to_text(hasher.hash());
}

} // namespace

StoredResults::StoredResults(std::shared_ptr<EntryStore> store, std::string version)
    : store_(std::move(store)), version_(std::move(version)) {}

StoredResults::~StoredResults() = default; // jthread asks the thread to stop and joins it

EntryKey StoredResults::trace_key(const TraceRequest& request, const std::string& content) const {
    TraceRequest named = request; // a file that was moved has the same recording
    if (!is_builtin(request.scene)) named.scene = std::filesystem::path(request.scene).filename().string();
    return {"trace", fmt::format("trace {}\nprogram {}\ncontent {}\n{}", trace_format, version_, content,
                                 spec_of(named))};
}

std::optional<EntryKey> StoredResults::key_of(const TraceRequest& request, const JobContext& job) const {
    if (is_builtin(request.scene)) return trace_key(request, "built in");
    if (!names_no_files(request.scene)) return std::nullopt;
    try {
        return trace_key(request, to_text(content_hash(*open_file(request.scene), job)));
    } catch (const FileError&) {
        return std::nullopt; // loading it reports the reason
    }
}

EntryKey StoredResults::key_of(const TraceRequest& request, const Scene& scene) const {
    return trace_key(request, "mesh " + content_of(scene));
}

std::optional<EntryKey> StoredResults::key_of(const HmtFile& file, const ModelChoice& config) const {
    if (!config.preset.empty() || config.explain_misses || file.incomplete() || file.info().has_sums())
        return std::nullopt;
    const std::string recording =
        fmt::format("{} {}", to_text(content_hash(file.checksums())), part_text(file.info()));
    return EntryKey{"profile", fmt::format("profile {}\nprogram {}\nrecording {}\nl1 {}\nl2 {}\nonly {}",
                                           stored_profile_format, version_, recording, to_string(config.l1),
                                           to_string(config.l2), to_string(config.only))};
}

std::unique_ptr<ByteSource> StoredResults::find(const EntryKey& key, const std::string& name,
                                                const JobContext& job) const {
    return store_->find(key, job, name);
}

void StoredResults::keep(EntryKey key, std::function<void(ByteSink&, const JobContext&)> write) {
    if (store_->folder().empty() || store_->limit() == 0) return;
    const std::scoped_lock lock(mutex_);
    if (!thread_.joinable()) {
        try {
            thread_ = start_thread("writing the cache", [this](const std::stop_token& stop) { work(stop); });
        } catch (const Error&) {
            return; // the next start does the work again
        }
    }
    if (tasks_.size() == most_waiting) tasks_.pop_front();
    tasks_.push_back({std::move(key), std::move(write)});
    changed_.notify_all();
}

void StoredResults::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return tasks_.empty() && !writing_; });
}

void StoredResults::work(const std::stop_token& stop) {
    give_way();
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !tasks_.empty(); })) {
        Task task = std::move(tasks_.front());
        tasks_.pop_front();
        writing_ = true;
        lock.unlock();
        try {
            store_->keep(task.key, [&](ByteSink& out) { task.write(out, {.stop = stop}); });
        } catch (const Cancelled&) {
            return;
        } catch (const std::bad_alloc&) { // the entry is not kept
        }
        task = {}; // may be the last owner of much memory
        lock.lock();
        writing_ = false;
        changed_.notify_all();
    }
}

} // namespace hitmap
