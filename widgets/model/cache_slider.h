#pragma once

#include <QtCore/QString>
#include <QtWidgets/QSlider>

#include <cstdint>
#include <vector>

namespace hitmap {

/// A slider over numbers of lines: all small ones, and then equal steps between two powers of two. Keys,
/// wheel and mouse move it; a page is a factor of two.
class CacheSlider : public QSlider {
    Q_OBJECT
public:
    /// @param name  accessible name
    explicit CacheSlider(const QString& name, QWidget* parent = nullptr);

    /// Sets the numbers 1 to last, `steps` from one power of two to the next. The slider goes to the number
    /// that is nearest to number(). Emits no signal.
    /// @param steps  a power of two
    void set_last(std::uint64_t last, std::uint64_t steps);
    /// Goes to the nearest number. Emits no signal.
    void set_number(std::uint64_t number);
    /// Returns the number at the slider's place, or the last set_number() until the slider is moved.
    [[nodiscard]] std::uint64_t number() const { return number_; }

Q_SIGNALS:
    void moved(); ///< number(), by the user
    /// The user let the slider go, or stopped pressing keys or turning the wheel.
    void rested();

private:
    void take_place(int place);

    std::vector<std::uint64_t> numbers_{1};
    std::uint64_t number_ = 1;
};

} // namespace hitmap
