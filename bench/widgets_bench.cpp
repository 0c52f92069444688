// The longest time for which the event loop does not run while a recording is opened and simulated again with
// another cache (panes and jobs without a window, and without drawing), and while a table of a million rows
// is shown. The recording is HITMAP_BENCH_RECORDING, or the statue of 1 million triangles at 2048x2048 (about
// 100 MB), which is traced first. A tick may be late for two reasons: this thread was busy, or the machine
// was. The processor time of this thread in the gap shows which.
//
// frame_to_image measures how long the image of pixels of the same recording takes to follow the slider of
// frames, with its values, their range, the colours and painting in a widget of 900x800. slider_to_values
// measures how long colours, sums and the image take to follow a slider of the caches.

#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/session/state/session.h"
#include "widgets/table/data_table.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QEventLoop>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <vector>

namespace hitmap {
namespace {

double thread_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Measures the longest time between two ticks.
class LongestGap : public QObject {
public:
    LongestGap() {
        connect(&timer_, &QTimer::timeout, this, &LongestGap::tick);
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.start(1);
        clock_.start();
        busy_ = thread_milliseconds();
    }
    void tick() {
        elapsed_ms = std::max(elapsed_ms, static_cast<double>(clock_.nsecsElapsed()) * 1e-6);
        clock_.restart();
        const double busy = thread_milliseconds();
        busy_ms = std::max(busy_ms, busy - busy_);
        busy_ = busy;
    }
    double elapsed_ms = 0.0;
    double busy_ms = 0.0; ///< most processor time of this thread between two ticks

private:
    QTimer timer_;
    QElapsedTimer clock_;
    double busy_ = 0.0;
};

std::string recording() {
    if (const char* named = std::getenv("HITMAP_BENCH_RECORDING")) return named;
    const std::string path = (std::filesystem::temp_directory_path() / "hitmap-widgets-bench.hmt").string();
    if (std::filesystem::exists(path)) return path;
    ThreadPool pool;
    TraceOptions options;
    options.width = options.height = 2048;
    const auto sink = write_hmt(create_file(path), {}, &pool);
    trace_scene(load_scene("builtin:statue?triangles=1000000"), options, *sink, pool);
    return path;
}

void wait_for(Pane& pane) {
    QEventLoop loop;
    QObject::connect(&pane, &Pane::work_changed, &loop, [&] {
        if (pane.work().title().isEmpty()) loop.quit();
    });
    loop.exec();
}

void open_and_simulate(benchmark::State& state) {
    const std::string path = recording();
    double elapsed_ms = 0.0;
    double busy_ms = 0.0;
    for (auto _ : state) {
        Session session;
        LongestGap gap;
        session.active().open(path);
        wait_for(session.active());
        ModelChoice choice;
        choice.l1 = parse_cache_geometry("64KiB:128:64");
        session.active().simulate(choice);
        wait_for(session.active());
        elapsed_ms = std::max(elapsed_ms, gap.elapsed_ms);
        busy_ms = std::max(busy_ms, gap.busy_ms);
    }
    state.counters["longest_gap_ms"] = elapsed_ms;
    state.counters["longest_busy_ms"] = busy_ms;
    state.counters["file_bytes"] = static_cast<double>(std::filesystem::file_size(path));
}
BENCHMARK(open_and_simulate)->Unit(benchmark::kSecond)->Iterations(1);

/// Cells as those of a list of accesses: numbers and a few texts.
class StandInRows final : public RowSource {
public:
    [[nodiscard]] std::size_t size() const override { return 1'000'000; }
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
        if (column % 3 == 0) return text_cell(row % 5 == 0 ? QStringLiteral("miss") : QStringLiteral("hit"));
        return count_cell(row * 7919 % 1'000'003 + column);
    }
};

/// Runs the event loop until a condition holds.
template <class Condition>
void process_until(const Condition& holds) {
    while (!holds())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

/// A table of a million rows: what happens is the argument. 0: the list is installed; 1: results arrive for
/// its rows; 2: it is sorted; 3: it is scrolled; 4: it is saved as CSV.
void million_rows(benchmark::State& state) {
    std::vector<TableColumn> columns;
    for (int i = 0; i < 24; ++i)
        columns.push_back({QStringLiteral("Column %1").arg(i), QStringLiteral("column_%1").arg(i)});
    double elapsed_ms = 0.0;
    double busy_ms = 0.0;
    for (auto _ : state) {
        DataTable table(QStringLiteral("bench"), columns, DataTable::Height::scrolls);
        table.resize(900, 600);
        table.show();
        process_until([&] { return table.isVisible(); });
        const auto settle = [] {
            for (int i = 0; i < 20; ++i)
                QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        };
        if (state.range(0) != 0) table.set_source(std::make_shared<StandInRows>());
        settle();
        LongestGap gap;
        const auto ordered = [&] { process_until([&] { return !table.order_job().running(); }); };
        if (state.range(0) <= 1) table.set_source(std::make_shared<StandInRows>());
        if (state.range(0) == 2) table.view().sortByColumn(1, Qt::DescendingOrder);
        if (state.range(0) == 3)
            for (int step = 0; step < 50; ++step) {
                table.view().verticalScrollBar()->setValue(step * 19'000);
                QCoreApplication::processEvents();
            }
        bool saved = state.range(0) != 4;
        QObject::connect(&table, &DataTable::saved, [&] { saved = true; });
        if (!saved) table.save_csv(QStringLiteral("/dev/null"));
        ordered();
        process_until([&] { return saved; });
        settle();
        gap.tick();
        elapsed_ms = std::max(elapsed_ms, gap.elapsed_ms);
        busy_ms = std::max(busy_ms, gap.busy_ms);
    }
    state.counters["longest_gap_ms"] = elapsed_ms;
    state.counters["longest_busy_ms"] = busy_ms;
}
BENCHMARK(million_rows)->ArgName("what")->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->Iterations(3);

/// From a move of the slider of frames to the painted image of pixels, 64 frames of 64, after the index of
/// pixels was made.
void frame_to_image(benchmark::State& state) {
    Session session;
    Pane& pane = session.active();
    pane.open(recording());
    wait_for(pane);
    pane.set_shown(Shown::image);
    ImageView view(pane);
    view.resize(900, 800);
    view.show();
    const auto paint = [&] {
        while (!view.complete())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        view.grab();
    };
    const auto begin = thread_milliseconds();
    QElapsedTimer clock;
    clock.start();
    paint();
    state.counters["first_image_s"] = static_cast<double>(clock.elapsed()) * 1e-3;
    std::vector<double> waits;
    LongestGap gap;
    std::uint64_t frame = 0;
    for (auto _ : state) {
        clock.restart();
        frame = (frame + 5) % 64;
        pane.set_frames({64, frame, 1});
        paint();
        waits.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    std::ranges::sort(waits);
    state.counters["median_ms"] = waits[waits.size() / 2];
    state.counters["longest_ms"] = waits.back();
    state.counters["longest_busy_ms"] = gap.busy_ms;
    state.counters["gui_ms"] = (thread_milliseconds() - begin) / static_cast<double>(waits.size());
}
BENCHMARK(frame_to_image)->Unit(benchmark::kMillisecond)->Iterations(64);

/// From a move of the slider of the capacity of L1 or L2 on builtin:atrium at 512x512, after the reuse
/// distances were kept, to the values of the mesh and all sums beside it, and to the painted image of pixels.
/// The level and whether the image is shown are the arguments.
void slider_to_values(benchmark::State& state) {
    Session session;
    Pane& pane = session.active();
    pane.open("builtin:atrium");
    wait_for(pane);
    const bool with_image = state.range(1) != 0;
    if (with_image) pane.set_shown(Shown::image);
    ImageView view(pane);
    view.resize(900, 800);
    view.show();
    ModelChoice config = pane.config();
    const auto move = [&](std::uint64_t step) {
        CacheGeometry& cache = state.range(0) == 0 ? config.l1 : config.l2;
        cache.capacity = (17 + step % 23) * (state.range(0) == 0 ? 2048 : std::uint64_t{1} << 18);
        pane.show_live(config);
        const auto shown = [&] {
            const auto& image = pane.image().values();
            return pane.config() == config &&
                   (!with_image ||
                    (image != nullptr && image->request.counted.simulation == pane.simulation()));
        };
        while (!shown())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (with_image) view.grab();
    };
    move(0);
    std::vector<double> waits;
    LongestGap gap;
    const std::clock_t processor = std::clock();
    std::uint64_t step = 0;
    for (auto _ : state) {
        QElapsedTimer clock;
        clock.start();
        move(++step);
        waits.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    state.counters["cpu_ms"] = 1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC /
                               static_cast<double>(waits.size());
    std::ranges::sort(waits);
    state.counters["median_ms"] = waits[waits.size() / 2];
    state.counters["longest_ms"] = waits.back();
    state.counters["longest_busy_ms"] = gap.busy_ms;
}
BENCHMARK(slider_to_values)
    ->ArgNames({"level", "image"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(24);

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
