#include "app/settings_dialog.h"

#include "app/appearance.h"
#include "core/base/error.h"
#include "render/colour_map.h"
#include "widgets/format.h"

#include <QtCore/QSettings>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

const QLatin1String navigation_key("navigation");
const QLatin1String map_key("defaults/colour_map");
const QLatin1String l1_key("defaults/l1");
const QLatin1String l2_key("defaults/l2");

/// Throws UsageError.
CacheGeometry sdcm_geometry(const QString& text) {
    const CacheGeometry geometry = parse_cache_geometry(text.trimmed().toStdString());
    if (geometry.policy != "lru" || geometry.index != "linear" || geometry.sector != geometry.line)
        throw UsageError("expected CAPACITY:LINE:WAYS");
    return geometry;
}

} // namespace

Defaults stored_defaults() {
    const QSettings settings;
    Defaults defaults;
    const std::string map = settings.value(map_key).toString().toStdString();
    for (const ColourMap& known : colour_maps()) {
        if (known.name == map) defaults.colour_map = map;
    }
    try {
        const SdcmConfig config{sdcm_geometry(settings.value(l1_key).toString()),
                                sdcm_geometry(settings.value(l2_key).toString())};
        defaults.config = config;
    } catch (const UsageError&) { // as in a new installation
    }
    return defaults;
}

NavigationPreset stored_navigation() {
    return navigation_preset_named(QSettings().value(navigation_key).toString());
}

SettingsDialog::SettingsDialog(QWidget* parent)
    : QDialog(parent),
      appearance_(new QComboBox),
      navigation_(new QComboBox),
      drags_(new QLabel),
      map_(new QComboBox),
      l1_(new QLineEdit),
      l2_(new QLineEdit),
      error_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
    setWindowTitle(tr("Settings"));
    for (const auto& [appearance, text] :
         {std::pair{Appearance::system, tr("As the system")}, std::pair{Appearance::light, tr("Light")},
          std::pair{Appearance::dark, tr("Dark")}})
        appearance_->addItem(text, static_cast<int>(appearance));
    appearance_->setCurrentIndex(appearance_->findData(static_cast<int>(stored_appearance())));
    for (const auto& [preset, text] : {std::pair{NavigationPreset::standard, tr("Hitmap")},
                                       std::pair{NavigationPreset::blender, tr("As in Blender")},
                                       std::pair{NavigationPreset::paraview, tr("As in ParaView")}})
        navigation_->addItem(text, name_of(preset));
    navigation_->setObjectName(QStringLiteral("navigation"));
    navigation_->setCurrentIndex(navigation_->findData(name_of(stored_navigation())));
    connect(navigation_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &SettingsDialog::show_drags);
    show_drags();
    const Defaults defaults = stored_defaults();
    for (const ColourMap& map : colour_maps())
        map_->addItem(text_of(map.title), text_of(map.name));
    map_->setCurrentIndex(map_->findData(text_of(defaults.colour_map)));
    l1_->setText(QString::fromStdString(to_string(defaults.config.l1)));
    l2_->setText(QString::fromStdString(to_string(defaults.config.l2)));
    map_->setObjectName(QStringLiteral("default_map"));
    l1_->setObjectName(QStringLiteral("default_l1"));
    l2_->setObjectName(QStringLiteral("default_l2"));
    for (QLineEdit* edit : {l1_, l2_})
        connect(edit, &QLineEdit::textChanged, this, &SettingsDialog::check);
    connect(buttons_, &QDialogButtonBox::accepted, this, &SettingsDialog::keep);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    lay_out();
    check();
}

void SettingsDialog::lay_out() {
    error_->setWordWrap(true);
    auto* note = new QLabel(tr("Colours and caches are those of new windows; what is open keeps its own."));
    note->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Appearance"), appearance_);
    drags_->setWordWrap(true);
    form->addRow(tr("&Pointer"), navigation_);
    form->addRow(QString(), drags_);
    form->addRow(tr("C&olours"), map_);
    form->addRow(tr("L&1 of each SM"), l1_);
    form->addRow(tr("L&2"), l2_);
    form->addRow(error_);
    form->addRow(note);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(buttons_);
}

void SettingsDialog::check() {
    QString error;
    try {
        static_cast<void>(sdcm_geometry(l1_->text()));
        static_cast<void>(sdcm_geometry(l2_->text()));
    } catch (const UsageError& wrong) {
        error = QString::fromStdString(wrong.what());
    }
    error_->setText(error);
    error_->setVisible(!error.isEmpty());
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(error.isEmpty());
}

void SettingsDialog::show_drags() {
    const NavigationPreset preset = navigation_preset_named(navigation_->currentData().toString());
    const auto drags = [preset](CameraMotion motion) {
        return drags_of(preset, motion).join(QStringLiteral(", "));
    };
    QString text =
        tr("Turn: %1. Move: %2.").arg(drags(CameraMotion::turn), drags(CameraMotion::move_sideways));
    if (const QString zoom = drags(CameraMotion::zoom); !zoom.isEmpty()) text += tr(" Zoom: %1.").arg(zoom);
    drags_->setText(text);
}

void SettingsDialog::keep() {
    choose_appearance(static_cast<Appearance>(appearance_->currentData().toInt()));
    QSettings settings;
    settings.setValue(navigation_key, navigation_->currentData());
    settings.setValue(map_key, map_->currentData());
    settings.setValue(l1_key, l1_->text().trimmed());
    settings.setValue(l2_key, l2_->text().trimmed());
    accept();
}

} // namespace hitmap
