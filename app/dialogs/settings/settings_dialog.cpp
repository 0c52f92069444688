#include "app/dialogs/settings/settings_dialog.h"

#include "app/dialogs/settings/appearance.h"
#include "app/dialogs/settings/cache_form.h"
#include "app/dialogs/settings/unsaved_question.h"
#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/model_texts.h"
#include "render/image/colour_map.h"
#include "widgets/base/format.h"
#include "widgets/controls/steady_label.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/model_box.h"
#include "widgets/source/editor_command.h"
#include "widgets/source/source_folder_setting.h"

#include <QtCore/QSettings>
#include <QtWidgets/QCheckBox>
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
const QLatin1String preset_key("defaults/preset");
const QLatin1String l1_key("defaults/l1");
const QLatin1String l2_key("defaults/l2");
const QLatin1String own_gpu_key("defaults/own_gpu");

/// Returns the stored default model: the preset, and the caches if they differ from those of the preset.
/// Throws Error.
ModelChoice stored_config(const QSettings& settings) {
    ModelChoice config;
    // A new installation has a GPU, since only requests have bytes, source lines and reasons of misses.
    const QString usual =
        QString::fromLatin1(default_preset_name.data(), static_cast<int>(default_preset_name.size()));
    if (const std::string preset = settings.value(preset_key, usual).toString().toStdString();
        !preset.empty())
        config = choice_of(find_gpu_preset(preset), preset);
    const auto read = [&](const QLatin1String& key, CacheGeometry& cache) {
        const std::string text = settings.value(key).toString().toStdString();
        if (!text.empty()) cache = parse_cache_geometry(text);
    };
    read(l1_key, config.l1);
    read(l2_key, config.l2);
    static_cast<void>(model_config(config));
    return config;
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
        defaults.model.config = stored_config(settings);
    } catch (const Error&) { // the defaults of a new installation are used
    }
    defaults.model.own_gpu = settings.value(own_gpu_key, true).toBool();
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
      model_(new ModelBox),
      l1_(new QLineEdit),
      l2_(new QLineEdit),
      own_gpu_(new QCheckBox(tr("The &GPU that a recording names in its place, where it is known"))),
      error_(new SteadyLabel({QStringLiteral("\n")})),
      editor_(new QComboBox),
      sources_(new QLineEdit),
      asks_(new QCheckBox(tr("As&k before recordings are lost that were traced here and not saved"))),
      cache_(new CacheForm),
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
    model_->set_preset(defaults.model.config.preset);
    show_caches(defaults.model.config);
    own_gpu_->setObjectName(QStringLiteral("default_own_gpu"));
    own_gpu_->setToolTip(
        tr("Recordings of programs name the GPU on which they were made. Its model is used if "
           "there is a preset of that name"));
    own_gpu_->setChecked(defaults.model.own_gpu);
    editor_->setObjectName(QStringLiteral("editor_command"));
    editor_->setEditable(true);
    editor_->setToolTip(tr("Program and arguments: %f is the file, %l the line; words with spaces in double "
                           "quotes"));
    for (const EditorPreset& preset : editor_presets())
        editor_->addItem(preset.command);
    editor_->setCurrentText(stored_editor_command());
    sources_->setObjectName(QStringLiteral("source_folders"));
    sources_->setPlaceholderText(tr("beside the recording only"));
    sources_->setToolTip(
        tr("Folders, separated by colons, in which the Source panel also looks for texts that a "
           "recording does not hold, and for files that the editor opens"));
    sources_->setText(stored_source_folders());
    asks_->setChecked(asks_about_unsaved());
    asks_->setObjectName(QStringLiteral("asks_about_unsaved"));
    model_->setObjectName(QStringLiteral("default_model"));
    map_->setObjectName(QStringLiteral("default_map"));
    l1_->setObjectName(QStringLiteral("default_l1"));
    l2_->setObjectName(QStringLiteral("default_l2"));
    for (QLineEdit* edit : {l1_, l2_})
        connect(edit, &QLineEdit::textChanged, this, &SettingsDialog::check);
    connect(model_, &ModelBox::chosen, this, [this] {
        if (const auto standard = model_->standard()) show_caches(*standard);
        check();
    });
    connect(buttons_, &QDialogButtonBox::accepted, this, &SettingsDialog::keep);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    lay_out();
    check();
}

void SettingsDialog::lay_out() {
    auto* note =
        new QLabel(tr("Model and caches apply to recordings opened from now on, colours to new windows; "
                      "what is open is not changed."));
    note->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Appearance"), appearance_);
    drags_->setWordWrap(true);
    form->addRow(tr("&Pointer"), navigation_);
    form->addRow(QString(), drags_);
    form->addRow(tr("C&olours"), map_);
    form->addRow(tr("&Model or GPU"), model_);
    form->addRow(tr("L&1 of each SM"), l1_);
    form->addRow(tr("L&2"), l2_);
    form->addRow(error_);
    form->addRow(own_gpu_);
    form->addRow(note);
    form->addRow(tr("&Editor"), editor_);
    form->addRow(tr("&Folders of sources"), sources_);
    form->addRow(asks_);
    form->addRow(tr("Cac&he on disk"), cache_);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(buttons_);
}

void SettingsDialog::show_caches(const ModelChoice& choice) {
    const ModelChoice standard = model_->standard().value_or(ModelChoice());
    l1_->setText(cache_text(choice.l1, standard.l1));
    l2_->setText(cache_text(choice.l2, standard.l2));
}

ModelChoice SettingsDialog::config() const {
    ModelTexts texts;
    texts.set(ModelSetting::l1, l1_->text().trimmed().toStdString(), {"L1"});
    texts.set(ModelSetting::l2, l2_->text().trimmed().toStdString(), {"L2"});
    ModelChoice config = texts.over_standard(model_->standard().value_or(ModelChoice()));
    config.preset = model_->preset();
    model_->check(config);
    return config;
}

void SettingsDialog::check() {
    QString error;
    try {
        static_cast<void>(config());
    } catch (const UsageError& wrong) {
        error = QString::fromStdString(wrong.what());
    }
    error_->setText(error);
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
    const ModelChoice chosen = config();
    const ModelChoice standard = model_->standard().value_or(ModelChoice());
    const auto text = [](const CacheGeometry& cache, const CacheGeometry& usual) {
        return cache == usual ? QString() : QString::fromStdString(to_string(cache));
    };
    settings.setValue(preset_key, QString::fromStdString(chosen.preset));
    settings.setValue(l1_key, text(chosen.l1, standard.l1));
    settings.setValue(l2_key, text(chosen.l2, standard.l2));
    settings.setValue(own_gpu_key, own_gpu_->isChecked());
    store_editor_command(editor_->currentText().trimmed());
    store_source_folders(sources_->text().trimmed());
    set_asks_about_unsaved(asks_->isChecked());
    cache_->keep();
    accept();
}

} // namespace hitmap
