#include "app/figure_editor/figure_document.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace hitmap {
namespace {

/// Recipes of recordings that are never opened, whose hashes come late.
class FigureDocumentTest : public testing::Test {
protected:
    FigureDocumentTest() {
        QObject::connect(&document_, &FigureDocument::failed,
                         [this](const QString& message) { message_ = message; });
    }
    /// Adds a panel of a recording.
    bool add(const std::string& file) {
        return document_.change([&](Figure& figure) {
            FigureRecording recording;
            recording.name = "r";
            recording.file = file;
            if (figure.caches.empty()) add_cache(figure, {"default", ModelTexts().resolve()});
            FigurePanel panel;
            panel.source = {add_recording(figure, recording), 0};
            add_panel(figure, panel);
        });
    }
    void set_caption(const char* caption) {
        document_.change([=](Figure& figure) { figure.caption = caption; });
    }
    [[nodiscard]] QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string text_of(const char* name) const {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        return file.readAll().toStdString();
    }
    static bool has(const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    }

    QTemporaryDir folder_;
    FigureDocument document_;
    QString message_;
};

TEST_F(FigureDocumentTest, HashesAreAddedToWhatWasSavedAndNothingElse) {
    ASSERT_TRUE(add("/a.hmt"));
    set_caption("saved");
    ASSERT_TRUE(document_.save(path("a.json")));
    set_caption("later");
    document_.set_hash("/a.hmt", 0x12abU);
    document_.save_hashes();
    const std::string saved = text_of("a.json");
    EXPECT_TRUE(has(saved, "crc32:000012ab")) << saved;
    EXPECT_TRUE(has(saved, "\"saved\"")) << saved;
    EXPECT_TRUE(document_.modified()) << "the later caption is not saved";
    document_.undo();
    EXPECT_FALSE(document_.modified());
}

TEST_F(FigureDocumentTest, AnotherRecipeIsNotWrittenWhenHashesCome) {
    ASSERT_TRUE(add("/a.hmt"));
    ASSERT_TRUE(document_.save(path("b.json")));
    const std::string recipe = text_of("b.json");
    ASSERT_TRUE(document_.save(path("a.json")));
    ASSERT_TRUE(document_.open(path("b.json")));
    document_.set_hash("/a.hmt", 1);
    document_.save_hashes();
    EXPECT_TRUE(document_.figure().recordings.at(0).crc.has_value());
    EXPECT_EQ(text_of("b.json"), recipe);
    EXPECT_FALSE(document_.modified()) << "a hash is no change of the user";
    ASSERT_TRUE(document_.save(path("a.json")));
    document_.clear();
    document_.set_hash("/a.hmt", 1);
    document_.save_hashes();
    EXPECT_EQ(message_, QString()) << "an empty figure is not saved";
}

TEST_F(FigureDocumentTest, APathThatNoRecipeCanNameIsRefused) {
    EXPECT_FALSE(add("/caf\xe9.hmt"));
    EXPECT_TRUE(message_.startsWith(QStringLiteral("/caf\\xe9.hmt: expected a path in UTF-8")))
        << message_.toStdString();
    EXPECT_TRUE(document_.is_empty());
    EXPECT_FALSE(document_.change([](Figure& /*figure*/) { throw std::length_error("too long"); }));
    EXPECT_EQ(message_, QStringLiteral("too long"));
}

} // namespace
} // namespace hitmap
