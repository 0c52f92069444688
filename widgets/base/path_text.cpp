#include "widgets/base/path_text.h"

#include "core/trace/io/bytes.h"

#include <QtCore/QTextCodec>

#include <algorithm>
#include <string_view>

namespace hitmap {

namespace {

constexpr ushort first_escape = 0xf780; // for byte 0x80
constexpr ushort last_escape = 0xf7ff;

/// Whether the character begins as U+F780 to U+F7FF do in UTF-8.
bool is_escape_itself(std::string_view character) {
    return character.starts_with("\xef\x9e") || character.starts_with("\xef\x9f");
}

/// The bytes of the character of UTF-8 at the begin of the text; 0 if there is none.
std::size_t character_bytes(std::string_view text) {
    for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(4, text.size()); ++bytes)
        if (is_utf8(text.substr(0, bytes))) return bytes;
    return 0;
}

QString decoded(std::string_view bytes) {
    const bool has_escapes =
        bytes.find("\xef\x9e") != std::string_view::npos || bytes.find("\xef\x9f") != std::string_view::npos;
    if (!has_escapes && is_utf8(bytes))
        return QString::fromUtf8(bytes.data(), static_cast<int>(bytes.size()));
    QString text;
    while (!bytes.empty()) {
        const std::size_t size = is_escape_itself(bytes) ? 0 : character_bytes(bytes);
        if (size == 0)
            text += QChar(static_cast<ushort>(0xf700 + static_cast<unsigned char>(bytes.front())));
        else
            text += QString::fromUtf8(bytes.data(), static_cast<int>(size));
        bytes.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return text;
}

QByteArray encoded(const QChar* text, int length) {
    QByteArray bytes;
    int from = 0; // of the characters that are not encoded yet
    for (int i = 0; i < length; ++i) {
        const ushort unit = text[i].unicode();
        if (unit < first_escape || unit > last_escape) continue;
        bytes += QString(text + from, i - from).toUtf8();
        bytes += static_cast<char>(unit & 0xffU);
        from = i + 1;
    }
    return bytes + QString(text + from, length - from).toUtf8();
}

/// The conversion of this file for Qt, which uses it for names of files.
class NameCodec final : public QTextCodec {
public:
    [[nodiscard]] QByteArray name() const override { return QByteArrayLiteral("hitmap-names"); }
    [[nodiscard]] int mibEnum() const override { return 2'000'042; } // not a number that IANA has given

protected:
    QString convertToUnicode(const char* bytes, int length, ConverterState* /*state*/) const override {
        return decoded({bytes, static_cast<std::size_t>(length)});
    }
    QByteArray convertFromUnicode(const QChar* text, int length, ConverterState* /*state*/) const override {
        return encoded(text, length);
    }
};

} // namespace

QString path_text(const std::string& bytes) {
    return decoded(bytes);
}

std::string path_bytes(const QString& text) {
    return encoded(text.constData(), text.size()).toStdString();
}

void keep_bytes_of_names() {
    // Qt owns and deletes codecs.
    QTextCodec::setCodecForLocale(new NameCodec);
}

} // namespace hitmap
