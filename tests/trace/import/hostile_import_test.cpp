#include "core/trace/formats/all/recording_formats.h"
#include "tests/trace/import/checked_import.h"
#include "tests/trace/import/samples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

class HostileImport : public testing::TestWithParam<ImportSample> {
protected:
    /// Imports the sample with other bytes in place of its compressed ones or, if it has none, of all.
    static void import_instead(const std::string& bytes, const std::string& change) {
        ImportSample changed = GetParam();
        (changed.packed.empty() ? changed.start : changed.packed) = bytes;
        EXPECT_NO_THROW(import_checked(changed.bytes())) << change;
    }
    static const std::string& content() {
        return GetParam().packed.empty() ? GetParam().start : GetParam().packed;
    }
};

TEST(ImportSamples, EveryFormatHasOne) {
    std::set<std::string> formats;
    for (const ImportSample& sample : import_samples())
        formats.insert(sample.format);
    for (const RecordingFormat* format : recording_formats())
        EXPECT_TRUE(formats.contains(std::string(format->name())))
            << "import_samples() needs a sample of " << format->name();
}

TEST_P(HostileImport, TheSampleIsRecognised) {
    EXPECT_LE(GetParam().bytes().size(), 8192U);
    // A list of files needs a folder.
    const std::string expected = GetParam().name == "accelsim-list" ? "" : GetParam().format;
    EXPECT_EQ(import_checked(GetParam().bytes()), expected);
}

TEST_P(HostileImport, AByteOrderMarkBeforeTextChangesNothing) {
    if (GetParam().is_text()) {
        EXPECT_EQ(import_checked("\xef\xbb\xbf" + GetParam().bytes()), import_checked(GetParam().bytes()));
    }
}

TEST_P(HostileImport, TruncatedAtEveryByte) {
    const std::string bytes = GetParam().bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_NO_THROW(import_checked(bytes.substr(0, size))) << size << " bytes";
    if (GetParam().packed.empty()) return;
    for (std::size_t size = 1; size < content().size(); ++size)
        import_instead(content().substr(0, size), fmt::format("{} decompressed bytes", size));
}

/// Calls change(value) for each value or, if the content has many places to change, for one of the values,
/// which is another one at the next place.
template <std::size_t Count, class Value>
void change_at(std::size_t place, std::size_t content_bytes, const std::array<Value, Count>& values,
               const auto& change) {
    constexpr std::size_t few_bytes = 500;
    if (content_bytes > few_bytes) return change(values[place % Count]);
    for (const Value value : values)
        change(value);
}

/// Values that a number of `bits` bits is replaced by.
std::array<std::uint64_t, 6> hostile_values(std::uint64_t value, unsigned bits) {
    const std::uint64_t most = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return {0, 1, most, most / 2 + 1, value - 1, value + 1};
}

template <class Number>
void change_numbers(std::string bytes, const auto& import) {
    for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += 4) {
        Number number{};
        std::memcpy(&number, bytes.data() + at, sizeof number);
        change_at(at / 4, bytes.size(), hostile_values(number, 8 * sizeof(Number)), [&](std::uint64_t value) {
            const auto changed = static_cast<Number>(value);
            std::memcpy(bytes.data() + at, &changed, sizeof changed);
            import(bytes, fmt::format("{} bytes at {}: {}", sizeof changed, at, changed));
        });
        std::memcpy(bytes.data() + at, &number, sizeof number);
    }
}

/// Replaces each decimal number in a text.
void change_digits(const std::string& text, const auto& import) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t first = 0; first < text.size(); ++first) {
        if (!is_digit(text[first])) continue;
        std::size_t last = first;
        while (last < text.size() && is_digit(text[last]))
            ++last;
        std::uint64_t number = 0;
        std::from_chars(text.data() + first, text.data() + last, number);
        for (const unsigned bits : {32U, 64U})
            change_at(first, text.size(), hostile_values(number, bits), [&](std::uint64_t value) {
                import(text.substr(0, first) + std::to_string(value) + text.substr(last),
                       fmt::format("byte {}: {}", first, value));
            });
        first = last;
    }
}

TEST_P(HostileImport, NumbersAreExtreme) {
    if (GetParam().is_text() || ImportSample{"", "", content()}.is_text()) {
        change_digits(content(), import_instead);
    } else {
        change_numbers<std::uint32_t>(content(), import_instead);
        change_numbers<std::uint64_t>(content(), import_instead);
    }
}

TEST_P(HostileImport, BytesAreOthers) {
    std::string bytes = content();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char kept = bytes[i];
        const std::array<char, 5> others{'\0', '\n', ' ', '\xff', static_cast<char>(kept ^ '\x01')};
        change_at(i, bytes.size(), others, [&](char other) {
            bytes[i] = other;
            import_instead(bytes, fmt::format("byte {} is {}", i, int{other}));
        });
        bytes[i] = kept;
    }
}

/// Samples that take longest, or that differ from another one in few bytes.
constexpr std::array<std::string_view, 8> release_only_samples{
    "accelsim-raw", "accelsim-xz", "nvbit-old",      "drmemtrace-gzip",
    "memtrace-x86", "memtracer-4", "memtracer-gzip", "rtmemtracer-gbla"};

std::vector<ImportSample> samples(bool release_only) {
    std::vector<ImportSample> chosen = import_samples();
    std::erase_if(chosen, [release_only](const ImportSample& sample) {
        return std::ranges::count(release_only_samples, sample.name) != (release_only ? 1 : 0);
    });
    return chosen;
}

constexpr auto sample_name = [](const auto& each) {
    std::string name = each.param.name;
    std::ranges::replace(name, '-', '_');
    return name;
};

INSTANTIATE_TEST_SUITE_P(Formats, HostileImport, testing::ValuesIn(samples(false)), sample_name);
INSTANTIATE_TEST_SUITE_P(ReleaseOnlyFormats, HostileImport, testing::ValuesIn(samples(true)), sample_name);

} // namespace
} // namespace hitmap
