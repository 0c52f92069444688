#include "core/mesh_reader/formats/collada_scan.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/geometry/xml_tags.h"
#include "core/mesh_reader/formats/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view white_space = " \t\r\n";
constexpr std::size_t tags_per_check = std::size_t{1} << 12U;

/// Returns the value of an attribute; nothing if the tag has none of that name.
std::optional<std::string_view> attribute(const XmlTag& tag, std::string_view name) {
    for (std::size_t at = tag.text.find(name); at != std::string_view::npos;
         at = tag.text.find(name, at + 1)) {
        std::string_view rest = tag.text.substr(at + name.size());
        const auto skip_space = [&] {
            rest.remove_prefix(std::min(rest.find_first_not_of(white_space), rest.size()));
        };
        if (at == 0 || white_space.find(tag.text[at - 1]) == std::string_view::npos) continue;
        skip_space();
        if (!rest.starts_with('=')) continue;
        rest.remove_prefix(1);
        skip_space();
        if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
        return rest.substr(1, std::min(rest.find(rest[0], 1), rest.size()) - 1);
    }
    return {};
}

struct Primitive {
    std::string_view tag;
    std::string_view one;
    std::string_view several;
    std::uint64_t count = 0;
};

/// How a source's accessor reads an array.
struct Accessor {
    std::size_t at = 0;
    std::string_view array; ///< id of the array
    std::uint64_t count = 0, stride = 1, offset = 0, params = 0;
};

class ColladaScan {
public:
    ColladaScan(std::string_view bytes, const std::string& file, const JobContext& job)
        : bytes_(bytes), file_(file), job_(job) {}

    void run() {
        XmlTags tags(bytes_);
        for (std::size_t i = 0; const auto tag = tags.next(); ++i) {
            if (i % tags_per_check == 0) job_.check();
            look_at(*tag);
        }
        for (const Accessor& accessor : accessors_)
            check(accessor);
    }

    void declare(ImportReport& report) const {
        for (const Primitive& primitive : primitives_)
            if (primitive.count != 0)
                report.declared.push_back(
                    {std::string(primitive.one), std::string(primitive.several), primitive.count});
    }

private:
    [[noreturn]] void fail(std::size_t at, const std::string& message) const {
        const auto line =
            1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        throw FileError(file_, fmt::format("line {}", line), message);
    }

    void look_at(const XmlTag& tag) {
        if (tag.name == "ph") fail(tag.at, "polygons with holes (<ph>) are not supported");
        if (tag.name == "p" || tag.name == "vcount") check_numbers(tag);
        const std::uint64_t count = number(tag, "count", 0);
        for (Primitive& primitive : primitives_)
            if (tag.name == primitive.tag) primitive.count += count;
        if (tag.name.ends_with("_array"))
            if (const auto id = attribute(tag, "id")) arrays_[*id] = count;
        if (tag.name == "accessor") {
            const std::string_view source = attribute(tag, "source").value_or("");
            accessors_.push_back({tag.at, source.substr(source.starts_with('#') ? 1 : 0), count,
                                  number(tag, "stride", 1), number(tag, "offset", 0)});
        }
        if (tag.name == "accessor") in_accessor_ = !tag.text.ends_with('/');
        if (tag.name == "/accessor") in_accessor_ = false;
        if (in_accessor_ && tag.name == "param") ++accessors_.back().params;
    }

    /// Parses a whole number that is at most the size of the file in bytes: each counted item takes at least
    /// a byte.
    [[nodiscard]] std::uint64_t number(const XmlTag& tag, std::string_view name,
                                       std::uint64_t otherwise) const {
        const auto text = attribute(tag, name);
        if (!text) return otherwise;
        const auto value = whole_number(*text);
        if (!value || *value < 0 || static_cast<std::uint64_t>(*value) > bytes_.size())
            fail(tag.at,
                 fmt::format("expected as {} of <{}> a number from 0 to the {} bytes of the file, found {}",
                             name, tag.name, bytes_.size(), in_quotes(*text)));
        return static_cast<std::uint64_t>(*value);
    }

    /// Throws unless the text between <p> and </p> consists of whole numbers. At any other byte, assimp reads
    /// the same 0 until memory is exhausted.
    void check_numbers(const XmlTag& tag) const {
        if (tag.text.ends_with('/')) return;
        const std::string_view rest = bytes_.substr(tag.end);
        const std::size_t end = std::min(rest.find_first_not_of("0123456789+- \t\r\n"), rest.size());
        if (rest.substr(end).starts_with("</")) return;
        const std::string_view found = rest.substr(end);
        fail(tag.end + end, fmt::format("expected whole numbers in <{}>, found {}", tag.name,
                                        in_quotes(found.substr(0, found.find_first_of(" \t\r\n<", 1)))));
    }

    /// Throws if the accessor exceeds its array: assimp reads as many values as the accessor says.
    void check(const Accessor& accessor) const {
        const auto array = arrays_.find(accessor.array);
        if (array == arrays_.end() || accessor.count == 0) return;
        const std::uint64_t values = array->second;
        const std::uint64_t steps = accessor.count - 1;
        const bool within =
            // The division checks that the multiplication below cannot overflow.
            (accessor.stride == 0 || steps <= values / accessor.stride) &&
            accessor.offset + steps * accessor.stride + std::max<std::uint64_t>(accessor.params, 1) <= values;
        if (!within)
            fail(accessor.at,
                 fmt::format(
                     "expected an <accessor> within the {} of its array, found one that ends behind them",
                     counted_text(values, "value", "values")));
    }

    std::string_view bytes_;
    const std::string& file_;
    const JobContext& job_;
    Primitive primitives_[7] = {
        {"triangles", "triangle", "triangles"},       {"polylist", "polygon", "polygons"},
        {"polygons", "polygon", "polygons"},          {"tristrips", "triangle strip", "triangle strips"},
        {"trifans", "triangle fan", "triangle fans"}, {"lines", "line", "lines"},
        {"linestrips", "line strip", "line strips"},
    };
    std::map<std::string_view, std::uint64_t> arrays_; // number of values, by id
    std::vector<Accessor> accessors_;
    bool in_accessor_ = false;
};

} // namespace

bool is_collada(std::string_view bytes) {
    return bytes.substr(0, 4096).find("<COLLADA") != std::string_view::npos;
}

void scan_collada(std::string_view bytes, const std::string& file, ImportReport& report,
                  const JobContext& job) {
    ColladaScan scan(bytes, file, job);
    scan.run();
    scan.declare(report);
}

} // namespace hitmap
