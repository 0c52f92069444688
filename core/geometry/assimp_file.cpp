#include "core/geometry/assimp_file.h"

#include "core/base/error.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/IOStream.hpp>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <set>

namespace hitmap {

namespace {

/// Passes reads through, counts them, and ends the import when a stop was requested: assimp's own progress
/// handler is asked too rarely, and several of its loaders ignore the answer.
class WatchedStream final : public Assimp::IOStream {
public:
    /// Is in `open` as long as it lives.
    WatchedStream(Assimp::IOStream& stream, Assimp::IOSystem& system, const JobContext& job,
                  std::set<WatchedStream*>& open)
        : stream_(stream), system_(system), job_(job), open_(open) {
        open_.insert(this);
    }
    ~WatchedStream() override {
        open_.erase(this);
        system_.Close(&stream_);
    }
    WatchedStream(const WatchedStream&) = delete;
    WatchedStream& operator=(const WatchedStream&) = delete;

    std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
        job_.check(); // assimp catches what its loaders let through and cleans up
        const std::size_t read = stream_.Read(buffer, size, count);
        // Some loaders ask for the last block of a truncated file for ever.
        passed_ += read * size + 1;
        if (passed_ > most_passes * (stream_.FileSize() + 4096)) throw Error("the file ends too early");
        job_.add(read * size);
        return read;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override { return stream_.Seek(offset, origin); }
    [[nodiscard]] std::size_t Tell() const override { return stream_.Tell(); }
    [[nodiscard]] std::size_t FileSize() const override { return stream_.FileSize(); }
    void Flush() override {}

private:
    static constexpr std::size_t most_passes = 16; // loaders read a file a few times at most

    Assimp::IOStream& stream_;
    Assimp::IOSystem& system_;
    const JobContext& job_;
    std::set<WatchedStream*>& open_;
    std::size_t passed_ = 0; // bytes, and one more for every call
};

/// The file system, for reading only.
class WatchedFiles final : public Assimp::IOSystem {
public:
    explicit WatchedFiles(const JobContext& job) : job_(job) {}
    ~WatchedFiles() override {
        while (!open_.empty())
            delete *open_.begin();
    }
    WatchedFiles(const WatchedFiles&) = delete;
    WatchedFiles& operator=(const WatchedFiles&) = delete;

    [[nodiscard]] bool Exists(const char* file) const override { return files_.Exists(file); }
    [[nodiscard]] char getOsSeparator() const override { return files_.getOsSeparator(); }
    Assimp::IOStream* Open(const char* file, const char* mode) override {
        Assimp::IOStream* stream = files_.Open(file, mode);
        return stream == nullptr ? nullptr : new WatchedStream(*stream, files_, job_, open_);
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    Assimp::DefaultIOSystem files_;
    const JobContext& job_;
    std::set<WatchedStream*> open_; ///< some loaders close, some delete, some forget what they opened
};

class StopHandler final : public Assimp::ProgressHandler {
public:
    explicit StopHandler(const JobContext& job) : job_(job) {}
    bool Update(float) override { return !job_.stop.stop_requested(); }

private:
    const JobContext& job_;
};

} // namespace

struct AssimpFile::State {
    JobContext job;
    Assimp::Importer importer;
};

AssimpFile::AssimpFile(const std::string& file, const JobContext& job) : state_(std::make_unique<State>()) {
    job.check();
    state_->job = job;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    job.begin("reading the mesh", error ? 0 : bytes, "bytes");
    Assimp::Importer& importer = state_->importer;
    importer.SetIOHandler(new WatchedFiles(state_->job)); // the importer owns both
    importer.SetProgressHandler(new StopHandler(state_->job));
    const aiScene* scene = nullptr;
    std::string reason;
    try {
        scene = importer.ReadFile(file, aiProcess_Triangulate);
        reason = importer.GetErrorString();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) { // loaders let a few through
        reason = exception.what();
    }
    job.check();
    if (scene == nullptr)
        throw FileError(file, "",
                        fmt::format("expected a mesh (OBJ, PLY, STL, glTF, COLLADA, ...): {}", reason));
}

AssimpFile::~AssimpFile() = default;

const aiScene& AssimpFile::scene() const {
    return *state_->importer.GetScene();
}

} // namespace hitmap
