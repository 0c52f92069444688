#pragma once

#include "core/trace/model/recording.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QComboBox>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The look-ups to display.
struct ReuseSubject {
    enum class Kind : std::uint8_t { selected, everything, allocation, line, instruction };
    Kind kind = Kind::everything;
    std::size_t allocation = 0;                ///< only for the kind allocation
    std::vector<std::uint32_t> instructions{}; ///< only for a line or an instruction
    friend bool operator==(const ReuseSubject&, const ReuseSubject&) = default;
};

/// The list of subjects that can be displayed: the selected element, everything, and each allocation, source
/// line and instruction of a recording.
class ReuseSubjectBox : public QComboBox {
    Q_OBJECT
public:
    explicit ReuseSubjectBox(QWidget* parent = nullptr);

    /// Lists the subjects of a recording (null: none) and chooses the selected element.
    void list(const RecordingInfo* info);
    /// Sets the text of the selected element's row.
    void name_selection(const std::optional<Selection>& selection);
    /// Returns false if the list does not have the subject. Emits no signal.
    bool choose(const ReuseSubject& subject);
    [[nodiscard]] const ReuseSubject& chosen() const;
    /// The name of the current row; empty for the selected element and for everything.
    [[nodiscard]] QString chosen_name() const;

private:
    void add(const QString& name, ReuseSubject subject);

    std::vector<ReuseSubject> subjects_; ///< [rows]
};

/// "face 12".
[[nodiscard]] QString short_title(const Selection& element);

} // namespace hitmap
