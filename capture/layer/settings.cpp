#include "capture/layer/settings.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace hitmap::capture {

namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): the layer sets no variables
    return value == nullptr ? std::string_view() : std::string_view(value);
}

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void refuse(const char* name, const char* expected, std::string_view found) {
    say(std::string(name) + ": expected " + expected + ", found '" + std::string(found) + "'");
}

template <class T>
void read_number(const char* name, T least, T& value) {
    const std::string_view text = variable(name);
    if (text.empty()) return;
    if (const auto parsed = number<T>(text); parsed && *parsed >= least)
        value = *parsed;
    else
        refuse(name, least == 0 ? "a number" : "a number from 1", text);
}

/// Reads A:B, where each may be missing.
void read_range(const char* name, std::uint32_t& first, std::uint32_t& last) {
    const std::string_view text = variable(name);
    if (text.empty()) return;
    const std::size_t colon = text.find(':');
    const std::string_view left = text.substr(0, colon);
    const std::string_view right =
        colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    const auto a = left.empty() ? std::optional(first) : number<std::uint32_t>(left);
    const auto b = right.empty() ? std::optional(last) : number<std::uint32_t>(right);
    if (colon == std::string_view::npos || !a || !b || *a > *b)
        return refuse(name, "A:B with A at most B", text);
    first = *a;
    last = *b;
}

void read_flag(const char* name, bool& value) {
    const std::string_view text = variable(name);
    if (text == "1" || text == "0")
        value = text == "1";
    else if (!text.empty())
        refuse(name, "0 or 1", text);
}

void read_instrumentation(Instrumentation& value) {
    constexpr const char* name = "HITMAP_CAPTURE_INSTRUMENTATION";
    const std::string_view text = variable(name);
    if (text == "none")
        value = Instrumentation::none;
    else if (text == "count")
        value = Instrumentation::count;
    else if (!text.empty() && text != "full")
        refuse(name, "none, count or full", text);
}

/// The names and numbers between commas.
std::vector<std::string> list(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (comma != 0) parts.emplace_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return parts;
}

} // namespace

Settings settings_of_environment() {
    Settings settings;
    if (const auto output = variable("HITMAP_CAPTURE_OUTPUT"); !output.empty()) settings.output = output;
    settings.kernels = list(variable("HITMAP_CAPTURE_KERNELS"));
    read_range("HITMAP_CAPTURE_DISPATCHES", settings.first_dispatch, settings.last_dispatch);
    read_number("HITMAP_CAPTURE_EVERY", 1U, settings.every);
    read_range("HITMAP_CAPTURE_GROUPS", settings.first_group, settings.last_group);
    read_number("HITMAP_CAPTURE_LOG", std::uint64_t{1}, settings.log_bytes);
    read_instrumentation(settings.instrumentation);
    read_flag("HITMAP_CAPTURE_BLOCKS", settings.blocks);
    read_flag("HITMAP_CAPTURE_RAYS", settings.rays);
    read_flag("HITMAP_CAPTURE_CONTENTS", settings.contents);
    read_flag("HITMAP_CAPTURE_LOSSLESS", settings.lossless);
    read_flag("HITMAP_CAPTURE_TIME_STAMPS", settings.time_stamps);
    read_number("HITMAP_CAPTURE_SMS", 0U, settings.sms);
    read_flag("HITMAP_CAPTURE_KEEP_SPOOL", settings.keeps_spool);
    read_number("HITMAP_CAPTURE_WAIT", 1U, settings.wait_milliseconds);
    return settings;
}

std::string with_process(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "%p") == 0) {
            result += std::to_string(getpid());
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string with_number_of_process(const std::string& output) {
    const std::size_t slash = output.rfind('/');
    const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
    const std::size_t dot = output.rfind('.');
    const std::size_t end = dot == std::string::npos || dot <= name ? output.size() : dot;
    return output.substr(0, end) + ".%p" + output.substr(end);
}

void say(const std::string& line) {
    std::string text = "hitmap capture: " + line;
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stderr); // one call, so that lines of threads do not mix
}

} // namespace hitmap::capture
