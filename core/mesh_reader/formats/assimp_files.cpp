#include "core/mesh_reader/formats/assimp_files.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/mesh_reader/formats/mapped_file.h"

#include <assimp/IOStream.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace hitmap {

namespace {

constexpr std::size_t most_passes = 16; // loaders read a file a few times at most

/// Whether a file has materials or pictures, which do not affect triangles.
bool is_material(const std::string& name) {
    static constexpr std::string_view endings[] = {".mtl", ".material", ".shader", ".skin", ".png",
                                                   ".jpg", ".jpeg",     ".tga",    ".bmp",  ".dds",
                                                   ".tif", ".tiff",     ".gif",    ".webp"};
    std::string ending = std::filesystem::path(name).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(std::begin(endings), std::end(endings), ending) != std::end(endings);
}

} // namespace

/// Checks for cancellation at every read, since assimp calls its own progress handler too rarely.
class WatchedStream final : public Assimp::IOStream {
public:
    WatchedStream(int descriptor, const JobContext& job, std::set<WatchedStream*>& open)
        : file_(descriptor), job_(job), open_(open) {
        open_.insert(this);
    }
    ~WatchedStream() override { open_.erase(this); }
    WatchedStream(const WatchedStream&) = delete;
    WatchedStream& operator=(const WatchedStream&) = delete;

    std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
        job_.check();
        const std::size_t left = file_.bytes().size() - at_;
        const std::size_t items = size == 0 ? 0 : std::min(count, left / size);
        if (items != 0) std::memcpy(buffer, file_.bytes().data() + at_, items * size);
        at_ += items * size;
        // Some loaders request the last block of a truncated file forever. Each call counts at least 1.
        passed_ += items * size + 1;
        if (passed_ > most_passes * (FileSize() + 4096)) throw Error("the file ends too early");
        job_.add(items * size);
        return items;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : FileSize();
        const std::size_t to = from + offset; // some loaders seek backwards by an offset that wraps around
        if (to > FileSize()) return aiReturn_FAILURE;
        at_ = to;
        return aiReturn_SUCCESS;
    }
    [[nodiscard]] std::size_t Tell() const override { return at_; }
    [[nodiscard]] std::size_t FileSize() const override { return file_.bytes().size(); }
    void Flush() override {}

private:
    MappedFile file_;
    const JobContext& job_;
    std::set<WatchedStream*>& open_;
    std::size_t at_ = 0;
    std::size_t passed_ = 0; // bytes, and one more for every call
};

WatchedFiles::~WatchedFiles() {
    while (!open_.empty())
        delete *open_.begin();
}

int WatchedFiles::open(const char* file) const {
    if (is_material(file)) return -1;
    try {
        return folder_.open(file);
    } catch (const Error& error) {
        if (refusal_.empty()) refusal_ = error.what();
        return -1;
    }
}

bool WatchedFiles::Exists(const char* file) const {
    const int descriptor = open(file);
    if (descriptor >= 0) ::close(descriptor);
    return descriptor >= 0;
}

Assimp::IOStream* WatchedFiles::Open(const char* file, const char* mode) {
    if (mode == nullptr || mode[0] != 'r') return nullptr;
    const int descriptor = open(file);
    return descriptor < 0 ? nullptr : new WatchedStream(descriptor, job_, open_);
}

void WatchedFiles::Close(Assimp::IOStream* stream) {
    delete stream;
}

void WatchedFiles::check() const {
    if (refusal_.empty()) return;
    // The message of a FileError begins with the name of the file. It is removed here, because the new
    // FileError adds it again.
    const std::string begin = printable(folder_.mesh()) + ": ";
    const bool names_mesh = refusal_.starts_with(begin);
    throw FileError(folder_.mesh(), "", names_mesh ? refusal_.substr(begin.size()) : refusal_);
}

} // namespace hitmap
