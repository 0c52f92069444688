#include "widgets/framebuffer/pixel_selection.h"

#include "core/trace/model/element_kind.h"
#include "widgets/framebuffer/pixel_dialog.h"

namespace hitmap {

QSize framebuffer_size(const OpenRecording& recording) {
    // The file is not trusted: larger pictures cannot be displayed.
    constexpr std::uint32_t longest = 65'536;
    constexpr std::uint64_t largest = std::uint64_t{1} << 28;
    if (recording.scene == nullptr) return {};
    const RecordedScene& scene = *recording.scene;
    if (scene.width == 0 || scene.height == 0 || scene.width > longest || scene.height > longest ||
        std::uint64_t{scene.width} * scene.height > largest)
        return {};
    return {static_cast<int>(scene.width), static_cast<int>(scene.height)};
}

QSize framebuffer_size(const Pane& pane) {
    return pane.recording() != nullptr ? framebuffer_size(*pane.recording()) : QSize();
}

std::optional<QPoint> selected_pixel(const Pane& pane) {
    const auto& selection = pane.choices().selection;
    const QSize size = framebuffer_size(pane);
    if (!selection || !selection->is_pixel() || size.isEmpty()) return std::nullopt;
    const auto width = static_cast<std::uint64_t>(size.width());
    const std::uint64_t row = selection->element / width;
    if (row >= static_cast<std::uint64_t>(size.height())) return std::nullopt;
    return QPoint(static_cast<int>(selection->element % width), static_cast<int>(row));
}

void select_pixel(Pane& pane, const QPoint& pixel) {
    const auto width = static_cast<std::uint64_t>(framebuffer_size(pane).width());
    pane.set_selection(Selection::pixel(static_cast<std::uint64_t>(pixel.y()) * width +
                                        static_cast<std::uint64_t>(pixel.x())));
}

void ask_for_pixel(Pane& pane, QWidget* parent) {
    const QSize size = framebuffer_size(pane);
    if (size.isEmpty()) return;
    auto* dialog = new PixelDialog(
        size, selected_pixel(pane).value_or(QPoint(size.width() / 2, size.height() / 2)), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &pane,
                     [&pane, dialog] { select_pixel(pane, dialog->pixel()); });
    dialog->open();
}

} // namespace hitmap
