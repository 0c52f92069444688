#include "app/cli/base/progress_bar.h"

#include "core/base/text/printable.h"
#include "core/jobs/start_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hitmap {

namespace {

using Clock = std::chrono::steady_clock;

std::string short_count(double count) {
    constexpr const char* suffixes[] = {"", " k", " M", " G", " T"};
    int power = 0;
    while (count >= 999.5 && power < 4) {
        count /= 1000.0;
        ++power;
    }
    return power == 0 ? fmt::format("{:.0f}", count) : fmt::format("{:.3g}{}", count, suffixes[power]);
}

std::string short_time(double seconds) {
    const auto whole = static_cast<long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

unsigned terminal_width() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

/// Replaces the last line. A closed terminal is no error.
void show_line(const std::string& text) {
    std::fputs(("\r\033[K" + printable(text)).c_str(), stderr);
    std::fflush(stderr);
}

} // namespace

std::string progress_line(const Progress::Snapshot& snapshot, double seconds, unsigned width) {
    std::string text = snapshot.stage;
    const auto done = static_cast<double>(snapshot.done);
    if (snapshot.total != 0) {
        const double share = std::min(1.0, done / static_cast<double>(snapshot.total));
        constexpr int cells = 20;
        const int filled = static_cast<int>(share * cells);
        text += fmt::format(" [{}{}] {:3.0f} %", std::string(static_cast<std::size_t>(filled), '#'),
                            std::string(static_cast<std::size_t>(cells - filled), '.'), 100.0 * share);
    }
    if (snapshot.done != 0 && seconds > 0.2) {
        const double rate = done / seconds;
        if (snapshot.unit.empty() && snapshot.total == 0) return text.substr(0, width - 1);
        if (!snapshot.unit.empty()) text += fmt::format(", {} {}/s", short_count(rate), snapshot.unit);
        if (snapshot.total > snapshot.done)
            text += fmt::format(", {} left", short_time((static_cast<double>(snapshot.total) - done) / rate));
    }
    return text.substr(0, width - 1);
}

ProgressBar::ProgressBar(const Progress& progress) : progress_(progress) {
    if (isatty(STDERR_FILENO) != 0)
        painter_ = start_thread("the progress bar", [this](const std::stop_token& ended) { show(ended); });
}

ProgressBar::~ProgressBar() = default;

void ProgressBar::show(const std::stop_token& ended) {
    std::mutex mutex;
    std::condition_variable_any tick;
    std::unique_lock lock(mutex);
    const auto start = Clock::now();
    auto stage_start = start;
    unsigned stage = 0;
    bool shown = false;
    while (
        !tick.wait_for(lock, ended, std::chrono::milliseconds(100), [&] { return ended.stop_requested(); })) {
        const auto snapshot = progress_.snapshot();
        const auto now = Clock::now();
        if (snapshot.stage_number != stage) {
            stage = snapshot.stage_number;
            stage_start = now;
        }
        if (stage == 0 || now - start < std::chrono::milliseconds(500)) continue;
        const double seconds = std::chrono::duration<double>(now - stage_start).count();
        show_line(progress_line(snapshot, seconds, terminal_width()));
        shown = true;
    }
    if (shown) show_line("");
}

} // namespace hitmap
