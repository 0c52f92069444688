#pragma once

#include <QtCore/QString>
#include <QtWidgets/QSlider>

#include <cstdint>
#include <vector>

class QTimer;

namespace hitmap {

/// A slider over numbers of lines or ways, one a step. Keys, wheel and mouse move it; a page of the keys and
/// the mouse is a factor of two. A handle that is dragged goes to the nearest of its stops.
class CacheSlider : public QSlider {
    Q_OBJECT
public:
    /// @param name  accessible name
    explicit CacheSlider(const QString& name, QWidget* parent = nullptr);

    /// Sets the numbers of the steps. The slider goes to the one that is nearest to number(). Emits no
    /// signal.
    /// @param numbers  at least one, in ascending order
    /// @param stops    at least one of them, in ascending order
    void set_numbers(std::vector<std::uint64_t> numbers, const std::vector<std::uint64_t>& stops);
    /// Goes to the nearest number. Emits no signal.
    void set_number(std::uint64_t number);
    /// Returns the number at the slider's place, or the last set_number() until the slider is moved.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    /// Returns whether the user moves it: rested() follows.
    [[nodiscard]] bool moves() const;

Q_SIGNALS:
    void moved(); ///< number(), by the user
    /// The user let the slider go, or stopped pressing keys or turning the wheel.
    void rested();

private:
    [[nodiscard]] int place_of(std::uint64_t number) const; ///< of the nearest number
    [[nodiscard]] int stop_near(int place) const;           ///< the nearest place of a stop
    void turn_page(int action);
    void take_place(int place);

    std::vector<std::uint64_t> numbers_{1};
    std::vector<int> stops_{0}; ///< places, in ascending order
    std::uint64_t number_ = 1;
    QTimer* rest_;
};

} // namespace hitmap
