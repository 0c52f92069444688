#include "app/dialogs/memory_question.h"

#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/session/recording/opening_memory.h"

#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

namespace hitmap {

MemoryAnswer ask_about_memory(QWidget* parent, const QString& name, const MemoryNeeded& needed,
                              bool has_parts, bool is_open) {
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("memory_question"));
    box.setIcon(QMessageBox::Warning);
    box.setTextFormat(Qt::PlainText);
    const QString subject = is_open ? tr("%1 with this model").arg(name) : name;
    const QString text = needed.is_least() ? tr("%1 takes more than %2 of memory, and this machine has %3.")
                                           : tr("%1 takes about %2 of memory, and this machine has %3.");
    box.setText(text.arg(subject, bytes_text(needed.bytes()), bytes_text(machine_memory())));
    const QAbstractButton* part = nullptr;
    if (has_parts) {
        box.setInformativeText(tr("A part of the recording takes less: some of its launches or requests."));
        part = box.addButton(tr("Open a &Part …"), QMessageBox::AcceptRole);
    }
    const auto* all =
        box.addButton(is_open ? tr("Simulate &Anyway") : tr("Open &Anyway"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    if (part != nullptr && box.clickedButton() == part) return MemoryAnswer::part;
    return box.clickedButton() == all ? MemoryAnswer::open : MemoryAnswer::cancel;
}

} // namespace hitmap
