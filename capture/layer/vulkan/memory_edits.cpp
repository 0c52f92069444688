#include "capture/layer/vulkan/memory_edits.h"

#include <cstdint>
#include <fcntl.h>
#include <unistd.h>

namespace hitmap::capture {

namespace {

std::mutex& edits_mutex() {
    static std::mutex mutex;
    return mutex;
}

/// A pipe through which the system copies bytes: where memory is read-only, it says so, and no signal ends
/// the program.
class Pipe {
public:
    Pipe() { is_open_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
    ~Pipe() {
        if (!is_open_) return;
        close(ends_[0]);
        close(ends_[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] bool copy(const std::byte* from, std::byte* to, std::size_t count) const {
        const auto bytes = static_cast<ssize_t>(count);
        return is_open_ && write(ends_[1], from, count) == bytes && read(ends_[0], to, count) == bytes;
    }

private:
    std::array<int, 2> ends_{};
    bool is_open_ = false;
};

} // namespace

AppliedEdits::AppliedEdits(const MemoryEdits& edits) {
    if (edits.edits_.empty()) return;
    lock_ = std::unique_lock(edits_mutex());
    for (const MemoryEdits::Edit& edit : edits.edits_) {
        // Read under the lock: another thread may have given the same structure these values during its call.
        if (std::memcmp(edit.at, edit.bytes.data(), edit.count) == 0) continue;
        MemoryEdits::Edit before = edit;
        std::memcpy(before.bytes.data(), edit.at, edit.count);
        done_ = Pipe().copy(edit.bytes.data(), edit.at, edit.count);
        if (!done_) break;
        before_.push_back(before);
    }
    if (!done_) restore();
}

AppliedEdits::~AppliedEdits() {
    restore();
}

void AppliedEdits::restore() {
    for (auto edit = before_.rbegin(); edit != before_.rend(); ++edit)
        std::memcpy(edit->at, edit->bytes.data(), edit->count);
    before_.clear();
}

} // namespace hitmap::capture
