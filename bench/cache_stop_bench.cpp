#include "core/base/error.h"
#include "core/cache/sdcm/sdcm.h"
#include "tests/cache/traversal_stream.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <random>
#include <stop_token>
#include <thread>

// Measures how fast the stack distance cache model stops after a request to cancel it.

namespace hitmap {
namespace {

/// A recording that starts again at its end.
class EndlessSource final : public RequestSource {
public:
    explicit EndlessSource(TraversalStream& stream) : info_(stream.info()), scene_(stream.scene()) {
        info_.instructions.resize(1);
        info_.instructions[0].bytes_per_lane = 4;
        for (RequestBlock& block : blocks_)
            for (int i = 0; i < 4096; ++i)
                block.append(request_of(stream.next(), info_));
    }
    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& /*job*/) override {
        return scene_;
    }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        if (stop.stop_requested()) throw Cancelled();
        block = blocks_[next_++ % blocks_.size()];
        return true;
    }
    void rewind() override { next_ = 0; }

private:
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::array<RequestBlock, 128> blocks_;
    std::size_t next_ = 0;
};

class NoSink final : public OutcomeSink {
    void add(const RequestView& /*block*/, std::span<const ElementAccess> /*accesses*/,
             const AccessOutcomes& /*outcomes*/) override {}
};

/// Time from request_stop() to Cancelled, at 20 points of time drawn uniformly from the first second, with
/// two threads. Target: at most 100 ms.
void cancel(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    TraversalStream stream(static_cast<unsigned>(state.range(0)), 68, 8, 1);
    EndlessSource source(stream);
    ThreadPool pool(2);
    NoSink sink;
    std::mt19937 random(1);
    double worst = 0;
    for (auto _ : state) {
        for (int i = 0; i < 20; ++i) {
            std::stop_source stop;
            Clock::time_point asked;
            std::jthread asker([&, after = std::chrono::milliseconds(random() % 1000)] {
                std::this_thread::sleep_for(after);
                asked = Clock::now();
                stop.request_stop();
            });
            try {
                simulate_sdcm(source, {}, sink, pool, {stop.get_token(), nullptr});
            } catch (const Cancelled&) {
            }
            const auto stopped = Clock::now();
            asker.join();
            worst = std::max(worst, std::chrono::duration<double, std::milli>(stopped - asked).count());
        }
    }
    state.counters["max ms to stop"] = worst;
}
BENCHMARK(cancel)->ArgName("size")->Arg(9)->Arg(11)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

} // namespace
} // namespace hitmap
