#include "widgets/panels/reuse_subject.h"

#include "core/cache/results/source_lines.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/panels/traffic_table.h"
#include "widgets/table/element_table.h"

#include <QtCore/QSignalBlocker>

#include <algorithm>
#include <string>
#include <utility>

namespace hitmap {

namespace {

TrafficLine table_line(const SourceLine& line) {
    return {line.file, line.line, line.name, line.instructions, false, {}};
}

} // namespace

QString short_title(const Selection& element) {
    return QStringLiteral("%1 %2").arg(text_of(element_kinds()[element.kind].name),
                                       count_text(element.element));
}

ReuseSubjectBox::ReuseSubjectBox(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    list(nullptr);
}

void ReuseSubjectBox::add(const QString& name, ReuseSubject subject) {
    addItem(name);
    subjects_.push_back(std::move(subject));
}

void ReuseSubjectBox::list(const RecordingInfo* info) {
    using Kind = ReuseSubject::Kind;
    const QSignalBlocker blocker(this);
    clear();
    subjects_.clear();
    add({}, {Kind::selected});
    add(tr("Everything"), {Kind::everything});
    if (info != nullptr) {
        std::size_t number = 0;
        for (const std::string& label : allocation_labels(*info))
            add(text_of(label), {Kind::allocation, number++});
        // In the same words as the table of source lines.
        const std::vector<SourceLine> lines = source_lines(*info);
        for (const SourceLine& line : lines)
            add(name_of_line(table_line(line)), {Kind::line, 0, line.instructions});
        for (const SourceLine& line : lines)
            for (const std::uint32_t instruction : line.instructions)
                add(name_of_line({line.file, line.line, line.name, {instruction}, true, {}}),
                    {Kind::instruction, 0, {instruction}});
    }
    name_selection(std::nullopt);
}

void ReuseSubjectBox::name_selection(const std::optional<Selection>& selection) {
    setItemText(0, selection ? tr("Selected: %1").arg(short_title(*selection))
                             : tr("Selected: nothing, so everything"));
}

bool ReuseSubjectBox::choose(const ReuseSubject& subject) {
    const auto found = std::find(subjects_.begin(), subjects_.end(), subject);
    if (found == subjects_.end()) return false;
    const QSignalBlocker blocker(this);
    setCurrentIndex(static_cast<int>(found - subjects_.begin()));
    return true;
}

const ReuseSubject& ReuseSubjectBox::chosen() const {
    return subjects_[static_cast<std::size_t>(std::max(currentIndex(), 0))];
}

QString ReuseSubjectBox::chosen_name() const {
    const ReuseSubject::Kind kind = chosen().kind;
    return kind == ReuseSubject::Kind::selected || kind == ReuseSubject::Kind::everything ? QString()
                                                                                          : currentText();
}

} // namespace hitmap
