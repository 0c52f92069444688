// mesh_fuzz SEEDS SECONDS [SEED]: mutates the mesh files of a folder and imports each through the
// mesh-reading process. Whatever the bytes, the outcome must be a mesh or a FileError that names the file,
// within the limits, and no process may remain. Prints the number of each outcome. On a failure, exits with
// status 1 and keeps the file. Files that crash their reader, and those that take longer than all before, are
// kept as well, as mesh_fuzz_* in the folder for temporary files.
#include "core/base/error.h"
#include "core/geometry/mesh_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Files that take more processor time than this are kept for inspection.
constexpr double least_slow_seconds = 1.0;

struct Seed {
    std::string ending;
    std::string bytes;
};

std::vector<Seed> read_seeds(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<Seed> seeds;
    for (const fs::path& file : files) {
        std::ifstream in(file, std::ios::binary);
        seeds.push_back({file.extension().string(), {std::istreambuf_iterator<char>(in), {}}});
    }
    return seeds;
}

/// Changes a text in one to eight places.
class Mutator {
public:
    Mutator(const std::vector<Seed>& seeds, std::uint64_t seed) : seeds_(seeds), random_(seed) {}

    Seed next() {
        Seed mutant = seeds_[below(seeds_.size())];
        for (std::size_t left = 1 + below(8); left != 0; --left)
            change(mutant.bytes);
        return mutant;
    }

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

    void change(std::string& bytes) {
        const std::size_t at = below(bytes.size());
        const std::size_t length = std::min(1 + below(20), bytes.size() - at);
        switch (below(8)) {
        case 0:
            if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
            break;
        case 1:
            bytes.insert(at, 1, static_cast<char>(below(256)));
            break;
        case 2:
            bytes.erase(at, length);
            break;
        case 3:
            bytes.insert(below(bytes.size()), bytes.substr(at, length));
            break;
        case 4:
            if (below(4) == 0) bytes.resize(at);
            break;
        case 5: {
            const std::string& other = seeds_[below(seeds_.size())].bytes;
            bytes.insert(at, other.substr(below(other.size()), 1 + below(60)));
            break;
        }
        default:
            replace_number(bytes, at);
        }
    }

    /// Replaces the first number after `at` by one that readers are likely to mishandle.
    void replace_number(std::string& bytes, std::size_t at) {
        static const std::vector<std::string> numbers = {
            "-1",   "0",   "1",        "255",         "65536", "4294967295", "2147483648",
            "1e39", "nan", "Infinity", "1e-320",      "[]",    "{}",         "99999999999999999999",
            "-0.0", "\"",  "",         "1/1/1/1/1/1", "2.5",   "268435456"};
        const std::size_t first = bytes.find_first_of("0123456789", at);
        if (first == std::string::npos) return;
        const std::size_t last = std::min(bytes.find_first_not_of("0123456789.", first), bytes.size());
        bytes.replace(first, last - first, numbers[below(numbers.size())]);
    }

    const std::vector<Seed>& seeds_;
    std::mt19937_64 random_;
};

/// Replaces numbers and names, which vary between inputs, so that only the kind of message is counted.
std::string kind_of(const std::string& message, const std::string& file) {
    std::string text = message.substr(file.size());
    for (const char* kind :
         {"crashed", "processor time", "MiB of memory", "without an answer", "answer of the mesh reader"})
        if (text.find(kind) != std::string::npos) return kind;
    return "refused";
}

/// The processor time of all readers that have ended, which does not depend on other load of the machine.
double children_seconds() {
    rusage used{};
    (void)getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "mesh_fuzz SEEDS SECONDS [SEED]\n");
        return 2;
    }
    const std::vector<Seed> seeds = read_seeds(argv[1]);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[2]));
    Mutator mutator(seeds, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    std::map<std::string, std::uint64_t> outcomes;
    double slowest = 0.0;
    const std::string stem = fs::temp_directory_path() / fmt::format("mesh_fuzz_{}", getpid());
    while (std::chrono::steady_clock::now() < end) {
        const Seed mutant = mutator.next();
        const std::string file = stem + mutant.ending;
        std::ofstream(file, std::ios::binary) << mutant.bytes;
        const double seconds_before = children_seconds();
        std::string wrong;
        try {
            const hitmap::ImportedMesh imported = hitmap::import_mesh(file);
            if (imported.mesh.faces.empty()) wrong = "a mesh without faces";
            ++outcomes["read"];
        } catch (const hitmap::FileError& error) {
            const std::string message = error.what();
            if (!message.starts_with(file + ": ")) wrong = message;
            const std::string kind = kind_of(message, file);
            if (kind == "crashed" || kind == "without an answer")
                fs::copy_file(
                    file, fmt::format("{}_{}_{}{}", stem, kind.substr(0, 5), outcomes[kind], mutant.ending));
            ++outcomes[kind];
        } catch (const std::exception& error) {
            wrong = error.what();
        }
        const double seconds = children_seconds() - seconds_before;
        if (seconds > std::max(slowest, least_slow_seconds))
            fs::copy_file(file, fmt::format("{}_slow_{:.1f}{}", stem, seconds, mutant.ending),
                          fs::copy_options::overwrite_existing);
        slowest = std::max(slowest, seconds);
        if (wrong.empty() && (waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD))
            wrong = "a process is left";
        if (!wrong.empty()) {
            fmt::print(stderr, "{}: {}\n", file, wrong);
            return 1;
        }
        fs::remove(file);
    }
    fmt::print("{}:", argv[1]);
    for (const auto& [kind, count] : outcomes)
        fmt::print(" {} {},", count, kind);
    fmt::print(" slowest {:.2f} s of processor time\n", slowest);
    return 0;
}
