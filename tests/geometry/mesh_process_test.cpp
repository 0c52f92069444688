// Whatever happens to the process that reads a mesh file, the program gets a message and continues.
#include "core/base/error.h"
#include "core/geometry/mesh_import.h"
#include "core/geometry/mesh_stream.h"
#include "core/geometry/reader_limits.h"
#include "tests/geometry/temporary_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>

namespace hitmap {
namespace {

using test::TemporaryFolder;

constexpr const char* triangle_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

std::string message_of(const std::string& program, const std::string& file) {
    try {
        (void)import_mesh_by(program, file);
    } catch (const Error& error) {
        return error.what();
    }
    return "was read";
}

bool has_children() {
    return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

TEST(MeshProcess, WhateverHappensToItIsAMessage) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.obj", triangle_obj);
    const std::pair<const char*, std::string> cases[] = {
        {"kill -SEGV $$", ": expected a mesh, found bytes on which its reader crashed (Segmentation fault)"},
        {"kill -ABRT $$", ": expected a mesh, found bytes on which its reader crashed (Aborted)"},
        {"exit 3", ": expected a mesh, found bytes on which its reader ended without an answer (status 3)"},
        {"kill -XCPU $$", " of processor time (ample for 32 bytes), took longer"},
        {"head -c 100 /dev/zero",
         ": expected an answer of the mesh reader, found a record of kind 0 in place of its start"},
        {"printf '\\001\\000\\000\\000\\000\\000\\000\\000\\377\\377\\377\\377\\377\\377\\377\\377'",
         ": expected an answer of the mesh reader, found 18446744073709551615 bytes for its start"},
        {"exec /dev/null", "its reader ended without an answer"},
    };
    for (const auto& [script, message] : cases) {
        SCOPED_TRACE(script);
        const std::string program = folder.write("reader", std::string("#!/bin/sh\n") + script + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        const std::string found = message_of(program, mesh);
        EXPECT_TRUE(found.starts_with(mesh + ": ")) << found;
        EXPECT_NE(found.find(message), std::string::npos) << found;
        EXPECT_FALSE(has_children());
    }
    EXPECT_NE(message_of(folder.path("none"), mesh).find("cannot be started: No such file"),
              std::string::npos);
}

/// Sets the stack size of threads in programs that are started afterwards.
class StackLimit {
public:
    explicit StackLimit(rlim_t bytes) {
        getrlimit(RLIMIT_STACK, &before_);
        const rlimit changed{bytes, before_.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_STACK, &changed), 0);
    }
    ~StackLimit() { setrlimit(RLIMIT_STACK, &before_); }
    StackLimit(const StackLimit&) = delete;
    StackLimit& operator=(const StackLimit&) = delete;

private:
    rlimit before_{};
};

TEST(MeshProcess, WithoutAThreadItBlamesTheLimitAndNotTheMesh) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.obj", triangle_obj);
    const StackLimit more_than_its_memory(rlim_t{1} << 31U);
    EXPECT_EQ(message_of(mesh_reader_program(), mesh),
              address_space_can_be_limited() ? mesh + ": cannot start a thread for progress: the limit of "
                                                      "memory or of processes is reached"
                                             : "was read");
}

TEST(MeshProcess, AStopEndsItAtOnce) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.obj", triangle_obj);
    const std::string program = folder.write("reader", "#!/bin/sh\nexec sleep 1000\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    std::stop_source stop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    EXPECT_THROW((void)import_mesh_by(program, mesh, {}, {stop.get_token(), nullptr}), Cancelled);
    EXPECT_FALSE(has_children());
}

/// Returns what the reader makes of a written stream that `change` has modified.
template <class Change>
std::string answer_of(const ReadMesh& mesh, const Change& change) {
    std::string stream;
    MeshStreamWriter([&](const void* data, std::size_t size) {
        stream.append(static_cast<const char*>(data), size);
    }).mesh(mesh);
    change(stream);
    std::size_t at = 0;
    const MeshStreamInput input{[&](void* to, std::size_t size) {
                                    if (size > stream.size() - at) throw Error("the stream ends");
                                    if (size != 0) std::memcpy(to, stream.data() + at, size);
                                    at += size;
                                },
                                [](std::uint64_t) {}, [] { return std::uint64_t{1} << 20U; }};
    try {
        const ReadMesh read = read_mesh_stream(input, "a.obj", {});
        return read.mesh.positions == mesh.mesh.positions && read.mesh.faces == mesh.mesh.faces ? "as written"
                                                                                                : "other";
    } catch (const Error& error) {
        return error.what();
    }
}

ReadMesh triangle() {
    ReadMesh read;
    read.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    read.mesh.faces = {{0, 1, 2}};
    read.mesh.normals = {{0, 0, 1}};
    read.mesh.normal_faces = {{0, no_normal, 0}};
    return read;
}

TEST(MeshProcess, ItsAnswerIsNotTrusted) {
    const auto unchanged = [](std::string&) {};
    const std::string refused = "a.obj: expected an answer of the mesh reader, found ";
    EXPECT_EQ(answer_of(triangle(), unchanged), "as written");
    ReadMesh mesh = triangle();
    mesh.mesh.faces[0].z = 3;
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "impossible faces (number 0)");
    mesh = triangle();
    mesh.mesh.positions[1].x = std::numeric_limits<float>::infinity();
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "impossible positions (number 1)");
    mesh = triangle();
    mesh.mesh.normals[0].z = 2;
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "impossible normals (number 0)");
    mesh = triangle();
    mesh.mesh.normal_faces[0].x = 1;
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "impossible faces of normals (number 0)");
    mesh = triangle();
    mesh.mesh.normal_faces.emplace_back(0U);
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "normals for 2 of 1 faces");
    mesh = triangle();
    mesh.mesh.faces.clear();
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "a mesh without faces");
    mesh = triangle();
    mesh.mesh.positions.resize(100'000);
    EXPECT_EQ(answer_of(mesh, unchanged), refused + "1200000 bytes of positions");
    for (std::size_t cut = 0; cut < 300; cut += 7)
        EXPECT_EQ(answer_of(triangle(),
                            [&](std::string& stream) { stream.resize(std::min(cut, stream.size() - 1)); }),
                  "the stream ends");
    // Any modified byte leads to a result or a message, within the memory limit.
    for (std::size_t at = 0; at < 400; ++at)
        (void)answer_of(triangle(), [&](std::string& stream) {
            if (at < stream.size()) stream[at] = static_cast<char>(~stream[at]);
        });
}

} // namespace
} // namespace hitmap
