#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <vector>

namespace hitmap::capture {

/// Other values for memory of the program, which it may have declared constant.
class MemoryEdits {
public:
    template <class T>
    void set(const T& where, const std::type_identity_t<T>& value) {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
        Edit edit;
        edit.at = const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&where));
        edit.count = sizeof(T);
        std::memcpy(edit.bytes.data(), &value, sizeof(T));
        edits_.push_back(edit);
    }
    void append(const MemoryEdits& others) {
        edits_.insert(edits_.end(), others.edits_.begin(), others.edits_.end());
    }

private:
    friend class AppliedEdits;
    struct Edit {
        std::byte* at = nullptr;
        std::size_t count = 0;
        std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    };
    std::vector<Edit> edits_;
};

/// As long as it exists, memory of the program has other values. One object with edits exists at a time:
/// others wait, since several threads may use the same structures. Memory that has the values already, which
/// may be read-only, is left alone.
class AppliedEdits {
public:
    explicit AppliedEdits(const MemoryEdits& edits);
    ~AppliedEdits();
    AppliedEdits(const AppliedEdits&) = delete;
    AppliedEdits& operator=(const AppliedEdits&) = delete;

    /// No: some of the memory is read-only, and nothing is changed.
    [[nodiscard]] bool done() const { return done_; }

private:
    void restore();

    std::unique_lock<std::mutex> lock_;
    std::vector<MemoryEdits::Edit> before_;
    bool done_ = true;
};

/// Why a pipeline with edits that cannot be applied is not recorded.
inline constexpr const char* read_only_chain =
    "what is chained to it is read-only, and behind a structure that this layer does not know";

} // namespace hitmap::capture
