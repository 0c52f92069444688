#include "app/dialogs/manual.h"

#include <QtGui/QScreen>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTextBrowser>
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

    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {contents, back, forward})
        buttons->addWidget(button);
    buttons->addStretch();
    buttons->addWidget(close);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(buttons);
    rows->addWidget(browser_, 1);
    constexpr QSize comfortable{860, 720};
    constexpr QSize around{40, 80};
    resize(comfortable.boundedTo(screen()->availableSize() - around));
}

} // namespace hitmap
