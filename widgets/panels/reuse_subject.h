#pragma once

#include "core/trace/model/recording.h"
#include "widgets/session/pane.h"

#include <QtWidgets/QComboBox>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Whose look-ups are asked for.
struct ReuseSubject {
    enum class Kind : std::uint8_t { selected, everything, allocation, line, instruction };
    Kind kind = Kind::everything;
    std::size_t allocation = 0;                ///< of that kind alone
    std::vector<std::uint32_t> instructions{}; ///< of a line or an instruction alone
    friend bool operator==(const ReuseSubject&, const ReuseSubject&) = default;
};

/// The list of whose look-ups can be drawn: the selected element, everything, and each allocation, source
/// line and instruction of a recording.
class ReuseSubjectBox : public QComboBox {
    Q_OBJECT
public:
    explicit ReuseSubjectBox(QWidget* parent = nullptr);

    /// Lists the subjects of a recording, null: of none; the selected element is chosen.
    void list(const RecordingInfo* info);
    /// What the row of the selected element says.
    void name_selection(const std::optional<Selection>& selection);
    /// False where the list does not have it. Tells nobody.
    bool choose(const ReuseSubject& subject);
    [[nodiscard]] const ReuseSubject& chosen() const;
    /// Of the row; empty where it is the selected element or everything.
    [[nodiscard]] QString chosen_name() const;

private:
    void add(const QString& name, ReuseSubject subject);

    std::vector<ReuseSubject> subjects_; ///< [rows]
};

/// "face 12".
[[nodiscard]] QString short_title(const Selection& element);

} // namespace hitmap
