#include "app/dialogs/settings/cache_form.h"

#include "app/dialogs/settings/cache_settings.h"
#include "core/store/cache_folder.h"
#include "core/store/entry_store.h"
#include "widgets/base/format.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr int most_mebibytes = 1 << 20;

} // namespace

CacheForm::CacheForm(QWidget* parent) : QWidget(parent), limit_(new QSpinBox), size_(new QLabel) {
    limit_->setObjectName(QStringLiteral("cache_limit"));
    limit_->setRange(0, most_mebibytes);
    limit_->setSingleStep(256);
    limit_->setSuffix(tr(" MiB"));
    limit_->setSpecialValueText(tr("off"));
    limit_->setValue(
        static_cast<int>(std::min<std::uint64_t>(stored_cache_limit() / mebibyte, most_mebibytes)));
    const QString folder = QString::fromStdString(cache_folder().string());
    limit_->setToolTip(
        tr("Traced scenes, simulations and the pictures of the start page are kept in %1, so that they are "
           "shown at once the next time. Beyond this size, those that were not used for longest are removed.")
            .arg(folder.isEmpty() ? tr("no folder") : folder));
    size_->setObjectName(QStringLiteral("cache_size"));
    auto* clear = new QPushButton(tr("Clea&r"));
    clear->setObjectName(QStringLiteral("clear_cache"));
    clear->setToolTip(tr("Removes everything from the cache at once"));
    clear->setAutoDefault(false);
    connect(clear, &QPushButton::clicked, this, [this] {
        EntryStore(cache_folder(), stored_cache_limit()).clear();
        show_size();
    });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(limit_);
    row->addWidget(size_, 1);
    row->addWidget(clear);
    setFocusProxy(limit_);
    show_size();
}

void CacheForm::show_size() {
    size_->setText(tr("%1 in use").arg(bytes_text(EntryStore(cache_folder(), stored_cache_limit()).bytes())));
}

void CacheForm::keep() const {
    store_cache_limit(static_cast<std::uint64_t>(limit_->value()) * mebibyte);
}

} // namespace hitmap
