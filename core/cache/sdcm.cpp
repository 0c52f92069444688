#include "core/cache/sdcm.h"

#include "core/cache/coalesce.h"
#include "core/cache/sdcm_engine.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// A batch is simulated at once: so many addresses for each core. Long enough for every core to have work,
/// short enough for memory, of which three batches take about 200 bytes an address.
constexpr std::size_t batch_addresses = std::size_t{1} << 18;

/// Consecutive blocks of the recording. Reused to save allocations.
struct Batch {
    std::vector<AccessBlock> storage;
    std::vector<std::vector<RequestCount>> counts; ///< [storage] per allocation
    std::size_t used = 0;

    [[nodiscard]] std::span<AccessBlock> blocks() { return std::span(storage).first(used); }
};

class Simulation {
public:
    Simulation(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
               const JobContext& job)
        : source_(source),
          sink_(sink),
          pool_(pool),
          job_(job),
          finder_(source.info()),
          counter_(source.info()),
          engine_(source.info(), source.scene(), config, pool, job),
          counts_(source.info().allocations.size()) {}

    SdcmResult run();

private:
    void read(Batch& batch);
    void prepare(Batch& batch);
    void deliver(Batch& batch);
    [[nodiscard]] SdcmResult result() const;

    RequestSource& source_;
    OutcomeSink& sink_;
    ThreadPool& pool_;
    const JobContext& job_;
    ElementAccessFinder finder_;
    RequestCounter counter_;
    SdcmEngine engine_;
    std::vector<RequestCount> counts_;
    std::uint64_t accesses_ = 0;
};

SdcmResult Simulation::run() {
    source_.rewind();
    // While one batch is simulated, the next is read and the one before is delivered.
    Batch before;
    Batch current;
    Batch next;
    read(current);
    prepare(current);
    while (current.used != 0) {
        engine_.simulate(current.blocks(), job_, {[&] { deliver(before); }, [&] { read(next); }});
        prepare(next);
        std::swap(before, current);
        std::swap(current, next);
    }
    deliver(before);
    return result();
}

void Simulation::read(Batch& batch) {
    batch.used = 0;
    for (std::size_t addresses = 0; addresses < batch_addresses * pool_.size();) {
        job_.check();
        if (batch.used == batch.storage.size()) batch.storage.emplace_back();
        RequestBlock& block = batch.storage[batch.used].requests;
        if (!source_.next(block, job_.stop)) break;
        ++batch.used;
        addresses += block.addresses.size();
    }
}

void Simulation::prepare(Batch& batch) {
    batch.counts.resize(std::max(batch.counts.size(), batch.used));
    parallel_for(pool_, batch.used, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            job_.check();
            AccessBlock& block = batch.storage[i];
            finder_.find(block.requests, block.accesses);
            engine_.prepare(block);
            batch.counts[i].assign(counts_.size(), {});
            counter_.count(block.requests, batch.counts[i]);
        }
    });
    for (std::size_t i = 0; i < batch.used; ++i)
        for (std::size_t a = 0; a < counts_.size(); ++a) {
            counts_[a].requests += batch.counts[i][a].requests;
            counts_[a].sectors += batch.counts[i][a].sectors;
        }
}

void Simulation::deliver(Batch& batch) {
    for (AccessBlock& block : batch.blocks()) {
        job_.check();
        block.expand_outcomes();
        sink_.add(block.requests, block.accesses, block.outcomes);
        job_.add(block.accesses.size());
        accesses_ += block.accesses.size();
    }
}

SdcmResult Simulation::result() const {
    SdcmResult result;
    result.accesses = accesses_;
    const auto l1 = engine_.l1_sums();
    const auto l2 = engine_.l2_sums();
    for (std::size_t i = 0; i < counts_.size(); ++i)
        result.allocations.push_back({counts_[i].requests, counts_[i].sectors, l1[i], l2[i]});
    return result;
}

} // namespace

SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job) {
    Simulation simulation(source, config, sink, pool, job);
    job.begin("simulating caches", source.info().axis_is_requests() ? 0 : source.info().positions(),
              "accesses");
    return simulation.run();
}

} // namespace hitmap
