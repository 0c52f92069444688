#include "widgets/start/stored_picture.h"

#include <QtCore/QBuffer>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <gtest/gtest.h>

#include <span>

namespace hitmap {
namespace {

QImage picture_of(QSize size) {
    QImage picture(size, QImage::Format_RGB32);
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            picture.setPixel(x, y, qRgb(x & 255, y & 255, (x * y) & 255));
    return picture;
}

QByteArray png_of(const QImage& picture) {
    QByteArray png;
    QBuffer buffer(&png);
    EXPECT_TRUE(buffer.open(QIODevice::WriteOnly) && picture.save(&buffer, "png"));
    return png;
}

class StoredPictureTest : public testing::Test {
protected:
    QString write_file(const char* name, const char* text) const {
        QFile file(folder_.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    /// Keeps bytes as the picture of a built-in scene, which has no file, and therefore a stamp of zeros.
    void keep_bytes(const QByteArray& png) const {
        const QByteArray entry = QByteArray(16, '\0') + png;
        ASSERT_TRUE(store_.keep(picture_key(scene_), [&](ByteSink& out) {
            out.write(std::as_bytes(std::span(entry.constData(), static_cast<std::size_t>(entry.size()))));
        }));
    }

    QTemporaryDir folder_;
    EntryStore store_{folder_.filePath(QStringLiteral("cache")).toStdString(), std::uint64_t{1} << 24};
    QString scene_ = QStringLiteral("builtin:teapot");
};

TEST_F(StoredPictureTest, IsFoundAgain) {
    const QString file = write_file("a.hmt", "a");
    const QImage picture = picture_of(stored_picture_size);
    EXPECT_TRUE(find_picture(store_, file).isNull());
    keep_picture(store_, file, picture);
    keep_picture(store_, scene_, picture);
    EXPECT_EQ(find_picture(store_, file), picture);
    EXPECT_EQ(find_picture(store_, scene_), picture);
    EXPECT_TRUE(find_picture(store_, write_file("b.hmt", "a")).isNull());
    remove_picture(store_, file);
    EXPECT_TRUE(find_picture(store_, file).isNull());
    EXPECT_FALSE(find_picture(store_, scene_).isNull());
}

TEST_F(StoredPictureTest, IsNotThatOfAFileThatHasChanged) {
    const QString file = write_file("a.hmt", "a");
    keep_picture(store_, file, picture_of(stored_picture_size));
    write_file("a.hmt", "another recording");
    EXPECT_TRUE(find_picture(store_, file).isNull());
    keep_picture(store_, file, picture_of(stored_picture_size));
    EXPECT_FALSE(find_picture(store_, file).isNull());
    const QString trace = QStringLiteral("trace:--kernel=if-if -- ") + write_file("mesh.obj", "v 0 0 0\n");
    keep_picture(store_, trace, picture_of(stored_picture_size));
    EXPECT_FALSE(find_picture(store_, trace).isNull());
    write_file("mesh.obj", "v 0 0 0\nv 1 0 0\n");
    EXPECT_TRUE(find_picture(store_, trace).isNull()) << "it is that of the mesh";
}

TEST_F(StoredPictureTest, OtherBytesAreNone) {
    keep_bytes(png_of(picture_of(stored_picture_size)));
    EXPECT_FALSE(find_picture(store_, scene_).isNull()) << "the entry is as it should be";
    const QByteArray whole = png_of(picture_of(stored_picture_size));
    for (const QByteArray& bytes :
         {QByteArray(), QByteArray("no picture"), whole.left(whole.size() / 2), whole.left(20),
          png_of(picture_of({2000, 1125})), QByteArray(1 << 20, 'x')}) {
        keep_bytes(bytes);
        EXPECT_TRUE(find_picture(store_, scene_).isNull()) << bytes.left(20).toStdString();
    }
}

TEST(SmallPicture, IsTheMiddleOfAView) {
    EXPECT_TRUE(small_picture({}).isNull());
    QImage wide(1600, 225, QImage::Format_RGB32);
    wide.fill(Qt::red);
    for (int y = 0; y < wide.height(); ++y)
        for (int x = 600; x < 1000; ++x)
            wide.setPixel(x, y, qRgb(0, 0, 255));
    const QImage small = small_picture(wide);
    ASSERT_EQ(small.size(), stored_picture_size);
    for (const QPoint& corner : {QPoint(2, 2), QPoint(397, 222), QPoint(200, 100)})
        EXPECT_EQ(small.pixel(corner), qRgb(0, 0, 255)) << corner.x();
    QImage high(200, 900, QImage::Format_RGB32);
    high.fill(Qt::green);
    EXPECT_EQ(small_picture(high).size(), stored_picture_size);
}

} // namespace
} // namespace hitmap
