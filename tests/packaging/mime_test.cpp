#include <QtCore/QFile>
#include <QtCore/QMimeDatabase>
#include <QtCore/QTemporaryDir>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

/// Queries a database of MIME types that contains ours and that of the toolkit.
TEST(MimeTypes, AreKnownByTheirFirstBytes) {
    const QTemporaryDir data;
    const QDir folder(data.path());
    ASSERT_TRUE(folder.mkpath(QStringLiteral("mime/packages")));
    const QString source = QStringLiteral(HITMAP_TEST_DATA "/../packaging/org.hitmap.Hitmap.xml");
    ASSERT_TRUE(QFile::copy(source, folder.filePath(QStringLiteral("mime/packages/hitmap.xml"))));
    qputenv("XDG_DATA_HOME", data.path().toLocal8Bit());
    qputenv("XDG_DATA_DIRS", data.path().toLocal8Bit());
    const QMimeDatabase types;
    const QByteArray recording("\x89HMT\r\n\x1a\n\x01\0\0\0", 12);
    EXPECT_EQ(types.mimeTypeForData(recording).name(), QStringLiteral("application/x-hitmap-recording"));
    const QByteArray session("{\n  \"hitmap_session\": 1\n}\n");
    EXPECT_EQ(types.mimeTypeForData(session).name(), QStringLiteral("application/x-hitmap-session"));
    EXPECT_EQ(types.mimeTypeForFile(QStringLiteral("a.hmt"), QMimeDatabase::MatchExtension).name(),
              QStringLiteral("application/x-hitmap-recording"));
}

} // namespace
} // namespace hitmap
