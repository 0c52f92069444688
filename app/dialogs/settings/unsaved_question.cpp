#include "app/dialogs/settings/unsaved_question.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSettings>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

namespace hitmap {

namespace {

QString question_key() {
    return QStringLiteral("ask_about_unsaved");
}

QString text_about(int recordings) {
    return recordings == 1
               ? QCoreApplication::translate("Unsaved", "A recording that was traced here is not saved.")
               : QCoreApplication::translate("Unsaved", "%1 recordings that were traced here are not saved.")
                     .arg(recordings);
}

} // namespace

bool asks_about_unsaved() {
    return QSettings().value(question_key(), true).toBool();
}

void set_asks_about_unsaved(bool asks) {
    QSettings().setValue(question_key(), asks);
}

UnsavedAnswer ask_about_unsaved(QWidget* parent, const QStringList& names, const QString& discard) {
    if (!asks_about_unsaved()) return UnsavedAnswer::discard;
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("unsaved_question"));
    box.setIcon(QMessageBox::Warning);
    box.setTextFormat(Qt::PlainText);
    box.setText(text_about(names.size()));
    box.setInformativeText(names.join(QLatin1Char('\n')));
    const auto* save =
        box.addButton(QCoreApplication::translate("Unsaved", "&Save …"), QMessageBox::AcceptRole);
    const auto* lose = box.addButton(discard, QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    auto* never = new QCheckBox(QCoreApplication::translate("Unsaved", "Do &not ask again"));
    never->setToolTip(QCoreApplication::translate(
        "Unsaved", "From now on, what is not saved is lost without a question. Edit > Settings has it, too"));
    box.setCheckBox(never);
    box.exec();
    if (box.clickedButton() == save) return UnsavedAnswer::save;
    if (box.clickedButton() != lose) return UnsavedAnswer::cancel;
    // Not after Save, since the next recording would then be lost without a question.
    if (never->isChecked()) set_asks_about_unsaved(false);
    return UnsavedAnswer::discard;
}

} // namespace hitmap
