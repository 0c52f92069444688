#pragma once

#include "core/cache/array/cache_geometry.h"
#include "widgets/model/slider_numbers.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace hitmap {

class CacheSlider;
class FlowLayout;

/// Returns the text that parse_cache_geometry(text, standard) parses to `geometry`, without the parts that
/// have the values of `standard`.
[[nodiscard]] QString cache_text(const CacheGeometry& geometry, const CacheGeometry& standard);

/// The cache of one level: the only place that shows and changes its numbers. Capacity and ways are fields,
/// each with its slider; line, sectors, policy and index function are lists. A line below says how the lines
/// are divided into sets, or what is wrong. The cache can be copied and pasted as the text that the command
/// line takes; the field of the capacity takes such a text, too, and passes its parts on when it is complete.
class CacheLevelEdit : public QWidget {
    Q_OBJECT
public:
    /// @param level    "L1"; messages start with it, and object names with its lower-case form
    /// @param title    with the key that leads to the capacity
    /// @param largest  bytes up to which the slider of the capacity goes at least
    CacheLevelEdit(const QString& level, const QString& title, std::uint64_t largest,
                   QWidget* parent = nullptr);

    /// Sets what follows from the model.
    /// @param preset    as in ModelChoice
    /// @param standard  the model's own cache, which supplies the parts that a text omits
    /// @param possible  the caches that the model can simulate, at which alone the sliders stop
    void set_model(const std::string& preset, const CacheGeometry& standard, PossibleCache possible);
    /// Shows a cache. Emits no signal.
    void set_geometry(const CacheGeometry& geometry);
    /// Returns what is typed and chosen. Throws UsageError that names the level.
    [[nodiscard]] CacheGeometry value() const;
    /// Returns value() as text or, if it is invalid, what is typed: two of them are equal if nothing was
    /// edited in between.
    [[nodiscard]] QString text() const;
    /// Takes a cache as text; an invalid one stays in the field of the capacity.
    void take_text(const QString& text);
    /// Says below the fields what is wrong with the cache; empty: nothing is.
    void show_error(const QString& error);
    /// Returns the ways that a curve over the capacity is of: those that were chosen last, also while the
    /// cache has fewer lines; 0: as many as lines.
    [[nodiscard]] std::uint64_t curve_ways() const { return full_ ? 0 : chosen_ways_; }
    [[nodiscard]] std::uint64_t largest() const { return largest_; }
    /// Returns whether the user moves a slider.
    [[nodiscard]] bool moves() const;
    /// The slider of the capacity, for scrolling to it.
    [[nodiscard]] QWidget& capacity_slider() const;

Q_SIGNALS:
    void changed();   ///< text(), by the user, with fields or lists
    void submitted(); ///< Emitted on Enter.
    void moved();     ///< value(), by the user with a slider
    void rested();    ///< the user let go of the slider

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A number that is shown once: in its field, at whose place on the scale the slider stands.
    struct Number {
        QLineEdit* field = nullptr;
        CacheSlider* slider = nullptr;
    };
    Number add_number(QGridLayout& grid, const QString& name, const QString& title, const QString& tip,
                      const QString& slider_tip);
    QComboBox* add_part(FlowLayout& parts, const QString& name, const QString& title, const QString& tip);
    void fill_parts();
    void add_text_actions(QToolButton& button);
    void connect_numbers();
    [[nodiscard]] QString entered() const; ///< what is typed and chosen, as a text for parse_cache_geometry()
    [[nodiscard]] bool has_whole_text() const; ///< the field of the capacity has a whole cache
    void take(const CacheGeometry& geometry);
    void take_entered();
    void take_part(); ///< one that is not the capacity
    void complete_text();
    void take_capacity();
    void take_ways();
    void show_cache();
    void show_other_parts(); ///< all but the capacity
    void show_sliders();
    void hold_height();

    QString level_;
    std::uint64_t largest_;
    std::string preset_;
    CacheGeometry standard_;
    PossibleCache possible_;
    CacheGeometry cache_;           ///< the last valid one
    std::uint64_t chosen_ways_ = 1; ///< more than there are lines after the capacity was lowered
    bool full_ = false;             ///< as many ways as lines, whatever the capacity
    bool showing_ = false;          ///< fields change, but not by the user
    Number capacity_;
    Number ways_;
    QComboBox* line_;
    QComboBox* sector_;
    QComboBox* policy_;
    QComboBox* index_;
    QLabel* note_;
    /// The cache and the ways that the sliders have numbers for; no value: none.
    std::optional<std::pair<CacheGeometry, std::uint64_t>> numbers_of_;
};

} // namespace hitmap
