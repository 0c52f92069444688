#include "core/geometry/mesh_import.h"

#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/geometry/mesh_stream.h"
#include "core/geometry/reader_limits.h"
#include "core/jobs/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace hitmap {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds patience{20}; // between two checks for cancellation
// Limit of elapsed time, as a multiple of the limit of processor time. It is generous because a busy computer
// or a slow disk delays a reader; it ends a reader that sleeps forever.
constexpr std::uint64_t waiting_share = 20;
constexpr std::size_t corners_per_check = std::size_t{1} << 16U;

std::uint64_t checked_size(const std::string& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    const bool is_known =
        !error || error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    if (!is_known) throw FileError(file, "", fmt::format("cannot be read: {}", error.message()));
    if (!std::filesystem::exists(status)) throw FileError(file, "", "the file does not exist");
    if (std::filesystem::is_directory(status))
        throw FileError(file, "", "expected a mesh file, found a folder");
    if (!std::filesystem::is_regular_file(status))
        throw FileError(file, "", "expected a mesh file, found something that is no regular file");
    const auto bytes = std::filesystem::file_size(file, error);
    if (error) throw FileError(file, "", fmt::format("cannot be read: {}", error.message()));
    if (bytes == 0) throw FileError(file, "byte 0", "expected a mesh, found an empty file");
    return bytes;
}

std::string size_text(std::uint64_t bytes) {
    return bytes < 10'000 ? fmt::format("{} bytes", bytes) : fmt::format("{} kB", bytes / 1000);
}

/// The process that reads one file, and the limits on its time and memory.
class ReaderProcess {
public:
    ReaderProcess(const std::string& program, const std::string& file, const ImportOptions& options,
                  const JobContext& job)
        : file_(file),
          job_(job),
          input_bytes_(checked_size(file)),
          limits_(reader_limits(input_bytes_)),
          start_(steady_clock::now()),
          child_(program, {absolute_path(file).string(), options.files_outside ? "outside" : "inside"},
                 address_space_can_be_limited() ? ChildProcess::Errors::discarded
                                                : ChildProcess::Errors::shared) {}

    ReadMesh run() {
        const MeshStreamInput input{[this](void* to, std::size_t size) { read(to, size); },
                                    [this](std::uint64_t bytes) { set_input(bytes); },
                                    [this] { return limits_.memory_bytes; }};
        return read_mesh_stream(input, file_, job_);
    }

private:
    void set_input(std::uint64_t bytes) {
        input_bytes_ = std::max(input_bytes_, bytes);
        limits_ = reader_limits(input_bytes_);
    }

    void read(void* to, std::size_t size) {
        auto* next = static_cast<std::byte*>(to);
        while (size != 0) {
            watch();
            const auto got = child_.read(next, size, patience);
            if (!got) continue;
            if (*got == 0) tell_end();
            next += *got;
            size -= *got;
        }
    }

    /// Throws if the process was stopped or exceeds a limit.
    void watch() {
        job_.check();
        const auto now = steady_clock::now();
        if (now < next_look_) return;
        next_look_ = now + patience;
        if (child_.resident_bytes() > limits_.memory_bytes) refuse_memory();
        const std::chrono::seconds longest(limits_.processor_seconds * waiting_share);
        if (now - start_ > longest)
            throw FileError(file_, "",
                            fmt::format("expected to be read within {} s, took longer", longest.count()));
    }

    /// Called when the output ended before the answer was complete: throws the reason.
    [[noreturn]] void tell_end() {
        for (;;) {
            watch();
            if (const auto end = child_.wait(patience)) tell(*end);
        }
    }

    [[noreturn]] void tell(const ChildProcess::End& end) const {
        if (end.signal == SIGXCPU)
            throw FileError(
                file_, "",
                fmt::format("expected to be read within {} s of processor time (ample for {}), took longer",
                            limits_.processor_seconds, size_text(input_bytes_)));
        if (end.signal != 0)
            throw FileError(file_, "",
                            fmt::format("expected a mesh, found bytes on which its reader crashed ({})",
                                        strsignal(end.signal)));
        throw FileError(
            file_, "",
            fmt::format("expected a mesh, found bytes on which its reader ended without an answer "
                        "(status {})",
                        end.status));
    }

    [[noreturn]] void refuse_memory() const {
        throw FileError(file_, "",
                        fmt::format("expected to be read with {} MiB of memory (ample for {}), takes more",
                                    limits_.memory_bytes >> 20U, size_text(input_bytes_)));
    }

    const std::string& file_;
    const JobContext& job_;
    std::uint64_t input_bytes_;
    ReaderLimits limits_;
    steady_clock::time_point start_;
    steady_clock::time_point next_look_{};
    ChildProcess child_;
};

/// Gives corners without a normal the normals of add_vertex_normals().
void complete_normals(Mesh& mesh, const JobContext& job) {
    const auto has_gap = [](const glm::uvec3& face) {
        return face.x == no_normal || face.y == no_normal || face.z == no_normal;
    };
    if (!mesh.normal_faces.empty() &&
        std::none_of(mesh.normal_faces.begin(), mesh.normal_faces.end(), has_gap))
        return;
    const std::vector<glm::vec3> of_file = std::move(mesh.normals);
    const std::vector<glm::uvec3> faces_of_file = std::move(mesh.normal_faces);
    mesh.normals.clear();
    mesh.normal_faces.clear();
    add_vertex_normals(mesh, job);
    if (of_file.empty()) return;
    const auto first_of_file = static_cast<std::uint32_t>(mesh.normals.size());
    for (std::size_t f = 0; f < faces_of_file.size(); ++f) {
        if (f % corners_per_check == 0) job.check();
        for (int c = 0; c < 3; ++c)
            if (faces_of_file[f][c] != no_normal)
                mesh.normal_faces[f][c] = first_of_file + faces_of_file[f][c];
    }
    mesh.normals.insert(mesh.normals.end(), of_file.begin(), of_file.end());
}

/// Whether no other user could have put the program there. Only such a program is run.
bool is_trusted(const std::filesystem::path& program, uid_t owner_here) {
    struct stat found {};
    if (stat(program.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
    return found.st_uid == 0 || found.st_uid == geteuid() || found.st_uid == owner_here;
}

} // namespace

std::string mesh_reader_program() {
    std::error_code error;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", error);
    struct stat self {};
    (void)stat("/proc/self/exe", &self);
    // The folder of the program and three above it: tests are that deep in a build folder.
    constexpr int most_levels = 4;
    auto folder = here.parent_path();
    for (int level = 0; level < most_levels && !folder.empty(); ++level, folder = folder.parent_path()) {
        const auto program = folder / "libexec" / "hitmap" / "hitmap-mesh-reader";
        if (is_trusted(program, self.st_uid)) return program.string();
    }
    throw Error(
        fmt::format("expected libexec/hitmap/hitmap-mesh-reader, the program that reads mesh files, in {} or "
                    "a folder above it, found none",
                    here.parent_path().string()));
}

ImportedMesh import_mesh(const std::string& file, const ImportOptions& options, const JobContext& job) {
    (void)checked_size(file);
    return import_mesh_by(mesh_reader_program(), file, options, job);
}

ImportedMesh import_mesh_by(const std::string& program, const std::string& file, const ImportOptions& options,
                            const JobContext& job) {
    job.check();
    ReadMesh read = ReaderProcess(program, file, options, job).run();
    ImportedMesh result{std::move(read.mesh), read.offset, std::move(read.report)};
    result.report.vertices = result.mesh.positions.size();
    result.report.triangles = result.mesh.faces.size();
    complete_normals(result.mesh, job);
    return result;
}

} // namespace hitmap
