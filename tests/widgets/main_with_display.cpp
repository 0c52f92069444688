#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtGui/QSurfaceFormat>
#include <QtWidgets/QApplication>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    qputenv("HITMAP_CACHE_DIR", settings.filePath(QStringLiteral("cache")).toLocal8Bit());
    qputenv("XDG_DATA_HOME", settings.path().toLocal8Bit()); // copies for recovery
    QCoreApplication::setOrganizationName(QStringLiteral("hitmap"));
    QCoreApplication::setApplicationName(QStringLiteral("hitmap-test"));
    // The stack distance cache model, since most tests need no GPU.
    QSettings().setValue(QStringLiteral("defaults/preset"), QString());
    // Tests of the cache switch it on.
    QSettings().setValue(QStringLiteral("cache/limit"), QStringLiteral("0"));
    QSurfaceFormat format;
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(4, 5);
    QSurfaceFormat::setDefaultFormat(format);
    const QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    return RUN_ALL_TESTS();
}
