#pragma once

#include <unistd.h>
#include <utility>

namespace hitmap {

/// Owns a POSIX file descriptor and closes it. A negative number means that there is none.
class Descriptor {
public:
    explicit Descriptor(int value = -1) : value_(value) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            value_ = std::exchange(other.value_, -1);
        }
        return *this;
    }
    [[nodiscard]] int get() const { return value_; }
    /// Returns false if the system reports that bytes were lost.
    bool close() { return value_ < 0 || ::close(std::exchange(value_, -1)) == 0; }

private:
    int value_;
};

} // namespace hitmap
