#include "widgets/elements/named_filters.h"

#include "render/view/range_choice.h"
#include "widgets/base/format.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <string>
#include <vector>

namespace hitmap {

namespace {

/// A name as the text of an action, in which an ampersand is a shortcut.
QString action_text(const std::string& name) {
    return text_of(name).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString ranges_text(const std::vector<ElementRange>& ranges) {
    QStringList texts;
    for (const ElementRange& range : ranges)
        texts.append(capitalised(text_of(range)));
    return texts.join(QLatin1Char('\n'));
}

} // namespace

NamedFilters::NamedFilters(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      button_(new QToolButton),
      menu_(new QMenu(this)),
      name_(new QLineEdit),
      store_(new QPushButton(tr("&Store"))) {
    button_->setObjectName(QStringLiteral("filters_button"));
    button_->setText(tr("F&ilters"));
    button_->setPopupMode(QToolButton::InstantPopup);
    button_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button_->setFocusPolicy(Qt::StrongFocus);
    button_->setToolTip(tr("Choose ranges that were stored under a name"));
    menu_->setObjectName(QStringLiteral("filters_menu"));
    menu_->setToolTipsVisible(true);
    button_->setMenu(menu_);
    name_->setObjectName(QStringLiteral("filters_name"));
    name_->setPlaceholderText(tr("Name of the chosen ranges"));
    name_->setAccessibleName(name_->placeholderText());
    name_->setMaxLength(static_cast<int>(most_name_bytes) / 4); // UTF-8 takes at most 4 bytes a character
    store_->setObjectName(QStringLiteral("filters_store"));
    store_->setToolTip(tr("Store the chosen ranges under this name, in the view and the session"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(button_);
    row->addWidget(name_, 1);
    row->addWidget(store_);
    for (const auto told : {&Pane::look_changed, &Pane::recording_changed})
        connect(&pane_, told, this, &NamedFilters::show_names);
    connect(name_, &QLineEdit::textChanged, this, &NamedFilters::show_names);
    connect(name_, &QLineEdit::returnPressed, this, &NamedFilters::store);
    connect(store_, &QPushButton::clicked, this, &NamedFilters::store);
    show_names();
}

void NamedFilters::show_names() {
    refused_.reset();
    const View& view = pane_.choices().view;
    button_->setEnabled(!view.named_ranges.empty());
    store_->setEnabled(!view.only_ranges.empty() && !name_->text().trimmed().isEmpty());
    menu_->clear();
    for (const NamedRanges& named : view.named_ranges) {
        QAction* const action = menu_->addAction(action_text(named.name), this, [this, name = named.name] {
            View changed = pane_.choices().view;
            if (const NamedRanges* const chosen = ranges_named(changed, name))
                choose_ranges(changed, std::vector<ElementRange>(chosen->ranges));
            pane_.set_view(changed);
        });
        action->setCheckable(true);
        action->setChecked(named.ranges == view.only_ranges);
        action->setToolTip(ranges_text(named.ranges));
    }
    if (view.named_ranges.empty()) return;
    menu_->addSeparator();
    QMenu* const remove = menu_->addMenu(tr("&Remove"));
    for (const NamedRanges& named : view.named_ranges)
        remove->addAction(action_text(named.name), this, [this, name = named.name] {
            View changed = pane_.choices().view;
            forget_ranges(changed, name);
            pane_.set_view(changed);
        });
}

void NamedFilters::store() {
    View view = pane_.choices().view;
    const std::string_view refusal = name_ranges(view, name_->text().trimmed().toStdString());
    if (!refusal.empty()) {
        refused_ = std::make_unique<QObject>();
        return Q_EMIT failed(text_of(refusal), refused_.get());
    }
    pane_.set_view(view);
    name_->clear();
}

} // namespace hitmap
