#include "app/dialogs/manual.h"

#include "widgets/base/comfortable_size.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtWidgets/QAction>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

// Q_INIT_RESOURCE makes the resources of a static library available. It declares a function in the enclosing
// namespace, but the resource function is in the global one, so that this call is outside of any namespace.
static void need_resources() {
    Q_INIT_RESOURCE(resources);
}

namespace hitmap {

Manual::Manual(QWidget* parent) : QDialog(parent), browser_(new QTextBrowser) {
    need_resources();
    setWindowTitle(tr("Manual"));
    browser_->setObjectName(QStringLiteral("manual_text"));
    browser_->setOpenExternalLinks(true);
    browser_->setSearchPaths({QStringLiteral(":/manual")});
    browser_->setSource(QUrl(QStringLiteral("qrc:/manual/index.md")));

    auto* contents = new QPushButton(tr("&Contents"));
    auto* back = new QPushButton(tr("&Back"));
    auto* forward = new QPushButton(tr("&Forward"));
    auto* close = new QPushButton(tr("Close"));
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(contents, &QPushButton::clicked, browser_, &QTextBrowser::home);
    connect(back, &QPushButton::clicked, browser_, &QTextBrowser::backward);
    connect(forward, &QPushButton::clicked, browser_, &QTextBrowser::forward);
    connect(browser_, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);
    connect(browser_, &QTextBrowser::forwardAvailable, forward, &QPushButton::setEnabled);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);

    auto* search = new QLineEdit;
    search->setObjectName(QStringLiteral("manual_search"));
    search->setPlaceholderText(tr("Search the manual (Enter: next)"));
    search->setClearButtonEnabled(true);
    search->setAccessibleName(tr("Search the manual"));
    connect(search, &QLineEdit::returnPressed, this, [this, search] {
        const bool found = search->text().isEmpty() || find(search->text());
        search->setToolTip(found ? QString() : tr("No page has this text"));
        if (!found) QToolTip::showText(search->mapToGlobal({0, search->height()}), search->toolTip(), search);
    });
    auto* look = new QAction(tr("Find"), this);
    look->setShortcut(QKeySequence::Find);
    connect(look, &QAction::triggered, search, [search] {
        search->setFocus(Qt::ShortcutFocusReason);
        search->selectAll();
    });
    addAction(look);
    close->setAutoDefault(false);
    for (QPushButton* button : {contents, back, forward})
        button->setAutoDefault(false);

    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {contents, back, forward})
        buttons->addWidget(button);
    buttons->addWidget(search, 1);
    buttons->addWidget(close);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(buttons);
    rows->addWidget(browser_, 1);
    resize_within_screen(*this, {860, 720});
}

bool Manual::find(const QString& text) {
    if (browser_->find(text)) return true;
    const QStringList pages =
        QDir(QStringLiteral(":/manual")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    const int here = pages.indexOf(browser_->source().fileName());
    for (int i = 1; i <= pages.size(); ++i) {
        const QString& page = pages[(here + i) % pages.size()];
        QFile file(QStringLiteral(":/manual/") + page);
        if (!file.open(QIODevice::ReadOnly)) continue;
        if (!QString::fromUtf8(file.readAll()).contains(text, Qt::CaseInsensitive)) continue;
        browser_->setSource(QUrl(QStringLiteral("qrc:/manual/") + page));
        browser_->moveCursor(QTextCursor::Start);
        // The text of a link or of marked words may be in the source alone.
        if (browser_->find(text)) return true;
    }
    return false;
}

} // namespace hitmap
