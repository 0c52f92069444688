#pragma once

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QSpinBox>

#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

/// Fields of forms whose values are those of a FigureDocument: each shows a value without a signal, and tells
/// the user's changes as a whole, so that typing a number is one step of undo.

inline void add_field(QFormLayout& form, const QString& label, QWidget* field, const char* name) {
    field->setObjectName(QString::fromLatin1(name));
    form.addRow(label, field);
}
/// Shows or hides a field with its label.
inline void show_field(QFormLayout& form, QWidget& field, bool shown) {
    field.setVisible(shown);
    if (QWidget* label = form.labelForField(&field)) label->setVisible(shown);
}

/// @param changed  is called with the text after editing
inline QLineEdit* text_field(std::function<void(const QString&)> changed) {
    auto* edit = new QLineEdit;
    QObject::connect(edit, &QLineEdit::editingFinished, edit, [edit, changed = std::move(changed)] {
        if (edit->isModified()) changed(edit->text());
        edit->setModified(false);
    });
    return edit;
}
inline void show_text(QLineEdit& edit, const QString& text) {
    if (edit.text() != text) edit.setText(text); // which is not a modification
}

inline QDoubleSpinBox* number_field(double least, double most, int decimals, const QString& unit,
                                    std::function<void(double)> changed) {
    auto* box = new QDoubleSpinBox;
    box->setRange(least, most);
    box->setDecimals(decimals);
    box->setSuffix(unit);
    box->setKeyboardTracking(false);
    QObject::connect(box, QOverload<double>::of(&QDoubleSpinBox::valueChanged), box, std::move(changed));
    return box;
}
inline QSpinBox* count_field(int least, int most, std::function<void(int)> changed) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    QObject::connect(box, QOverload<int>::of(&QSpinBox::valueChanged), box, std::move(changed));
    return box;
}
template <class Box, class Value>
void show_number(Box& box, Value value) {
    const QSignalBlocker blocker(box);
    box.setValue(value);
}

/// Returns the names of recordings or caches, as items of a choice.
template <class Item>
QStringList item_names(const std::vector<Item>& items) {
    QStringList names;
    for (const Item& item : items)
        names.append(QString::fromStdString(item.name));
    return names;
}
/// @param chosen  is called with the index when the user chooses
inline QComboBox* choice_field(const QStringList& items, std::function<void(int)> chosen) {
    auto* box = new QComboBox;
    box->addItems(items);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    QObject::connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), box, std::move(chosen));
    return box;
}
inline void show_choice(QComboBox& box, int index) {
    const QSignalBlocker blocker(box);
    box.setCurrentIndex(index);
}
/// Replaces the items if they are others.
inline void show_choices(QComboBox& box, const QStringList& items, int index) {
    const QSignalBlocker blocker(box);
    QStringList present;
    for (int i = 0; i < box.count(); ++i)
        present.append(box.itemText(i));
    if (present != items) {
        box.clear();
        box.addItems(items);
    }
    box.setCurrentIndex(index);
}

} // namespace hitmap
