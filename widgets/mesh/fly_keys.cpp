#include "widgets/mesh/fly_keys.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>

#include <array>

namespace hitmap {

namespace {

struct FlyKey {
    int key;              ///< on a US keyboard
    quint32 evdev_offset; ///< code of the key's position in X11 and Wayland: evdev's code + 8
    glm::vec3 direction;
};
constexpr std::array<FlyKey, 6> fly_keys = {{{Qt::Key_W, 25, {0.0F, 0.0F, 1.0F}},
                                             {Qt::Key_S, 39, {0.0F, 0.0F, -1.0F}},
                                             {Qt::Key_A, 38, {-1.0F, 0.0F, 0.0F}},
                                             {Qt::Key_D, 40, {1.0F, 0.0F, 0.0F}},
                                             {Qt::Key_Q, 24, {0.0F, -1.0F, 0.0F}},
                                             {Qt::Key_E, 26, {0.0F, 1.0F, 0.0F}}}};

bool tells_places() {
    const QString platform = QGuiApplication::platformName();
    return platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland"));
}

int key_of(const QKeyEvent& event) {
    const bool by_place = event.nativeScanCode() != 0 && tells_places();
    for (const FlyKey& key : fly_keys) {
        if (by_place ? key.evdev_offset == event.nativeScanCode() : key.key == event.key()) return key.key;
    }
    return 0;
}

} // namespace

bool FlyKeys::has(const QKeyEvent& event) {
    return key_of(event) != 0;
}

bool FlyKeys::press(const QKeyEvent& event) {
    const int key = key_of(event);
    if (key != 0) held_.insert(key);
    return key != 0;
}

bool FlyKeys::release(const QKeyEvent& event) {
    const int key = key_of(event);
    if (key != 0 && !event.isAutoRepeat()) held_.remove(key);
    return key != 0;
}

glm::vec3 FlyKeys::direction() const {
    glm::vec3 direction{0.0F};
    for (const FlyKey& key : fly_keys) {
        if (held_.contains(key.key)) direction += key.direction;
    }
    return direction;
}

} // namespace hitmap
