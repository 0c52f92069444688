#include "core/cache/sdcm/sdcm.h"

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/results/named_errors.h"
#include "core/cache/sdcm/sdcm_engine.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Addresses per core in a batch, which is simulated at once. Batches are long enough that every core has
/// work. They are short enough for memory: three batches take about 200 bytes per address.
constexpr std::size_t batch_addresses = std::size_t{1} << 18;
/// Limit of the number of blocks per core, since each block takes memory for every SM.
constexpr std::size_t batch_blocks = 64;

/// Consecutive blocks of the recording. They are reused to save allocations.
struct Batch {
    std::vector<AccessBlock> storage;
    std::vector<std::vector<RequestCount>> counts; ///< [storage][intervals][allocations]
    std::vector<PackedAccesses::Block> kept;       ///< [storage] if accesses are kept
    std::size_t first = 0;                         ///< block of the accesses that were kept before
    std::size_t used = 0;

    [[nodiscard]] std::span<AccessBlock> blocks() { return std::span(storage).first(used); }
};

/// What is found out besides outcomes.
struct Results {
    bool allocations = true;              ///< SdcmResult::allocations
    AllocationHistory* history = nullptr; ///< may be null
    SdcmKeeping keeping{};
};

class Simulation {
public:
    Simulation(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
               const JobContext& job, const Results& results)
        : source_(source),
          sink_(sink),
          pool_(pool),
          job_(job),
          counts_requests_(results.allocations),
          history_(results.history),
          keeping_(results.keeping),
          finder_(source.info()),
          counter_(source.info()),
          engine_(source.info(), source.scene(job), config, pool, job),
          sums_(source.info().allocations.size()) {}

    SdcmResult run();

private:
    void read(Batch& batch);
    void read_kept(Batch& batch);
    void prepare(Batch& batch);
    void restore(Batch& batch);
    void count_requests(Batch& batch) const;
    void add_sums(const Batch& batch);
    void deliver(Batch& batch);

    RequestSource& source_;
    OutcomeSink& sink_;
    ThreadPool& pool_;
    const JobContext& job_;
    bool counts_requests_;
    AllocationHistory* history_;
    SdcmKeeping keeping_;
    std::size_t next_kept_ = 0; ///< the next block of keeping_.from
    ElementAccessFinder finder_;
    RequestCounter counter_;
    SdcmEngine engine_;
    std::vector<AllocationSums> sums_;
    std::uint64_t prepared_ = 0; ///< number of element accesses found
    std::uint64_t accesses_ = 0; ///< number of element accesses delivered
};

SdcmResult Simulation::run() {
    // While one batch is simulated, the next one is read and the one before is delivered.
    Batch before;
    Batch current;
    Batch next;
    read(current);
    prepare(current);
    while (current.used != 0) {
        engine_.simulate(current.blocks(), job_, {[&] { deliver(before); }, [&] { read(next); }});
        if (counts_requests_) add_sums(current);
        prepare(next);
        std::swap(before, current);
        std::swap(current, next);
    }
    deliver(before);
    if (history_ != nullptr) history_->finish();
    return {std::move(sums_), accesses_};
}

void Simulation::read(Batch& batch) {
    batch.used = 0;
    if (keeping_.from != nullptr) return read_kept(batch);
    for (std::size_t addresses = 0;
         addresses < batch_addresses * pool_.size() && batch.used < batch_blocks * pool_.size();) {
        job_.check();
        if (batch.used == batch.storage.size()) batch.storage.emplace_back();
        AccessBlock& block = batch.storage[batch.used];
        if (!source_.next(block.writable_requests(), job_.stop)) break;
        block.see_all();
        ++batch.used;
        addresses += block.requests.addresses.size();
    }
}

/// Chooses the next blocks of those that were kept; restore() reads them.
void Simulation::read_kept(Batch& batch) {
    batch.first = next_kept_;
    for (std::uint64_t accesses = 0; next_kept_ < keeping_.from->blocks() && batch.used < pool_.size() &&
                                     accesses < batch_addresses * pool_.size();) {
        if (batch.used == batch.storage.size()) batch.storage.emplace_back();
        accesses += keeping_.from->accesses(next_kept_++);
        ++batch.used;
    }
}

void Simulation::restore(Batch& batch) {
    parallel_for(pool_, batch.used, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            job_.check();
            AccessBlock& block = batch.storage[i];
            keeping_.from->restore(batch.first + i, block);
            engine_.prepare(block);
            const PackedAccesses::Block& kept = keeping_.from->block(batch.first + i);
            block.intervals = kept.intervals;
            batch.counts[i] = kept.counts;
        }
    });
}

void Simulation::prepare(Batch& batch) {
    batch.counts.resize(std::max(batch.counts.size(), batch.used));
    if (keeping_.from != nullptr) return restore(batch);
    parallel_for(pool_, batch.used, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            job_.check();
            AccessBlock& block = batch.storage[i];
            finder_.find(block.requests, block.accesses);
            engine_.prepare(block);
            if (history_ != nullptr) block.cut_intervals(AllocationHistory::interval_accesses, sums_.size());
        }
    });
    if (counts_requests_) count_requests(batch);
    for (const AccessBlock& block : batch.blocks()) {
        prepared_ += block.accesses.size();
        source_.check_accesses(
            RequestIndex(block.requests.first_request.value + block.requests.entries.size()), prepared_);
    }
    if (keeping_.into == nullptr || !keeping_.into->complete()) return;
    batch.kept.resize(batch.used);
    parallel_for(pool_, batch.used, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            batch.kept[i] = keeping_.into->pack(batch.storage[i], batch.counts[i]);
    });
    for (PackedAccesses::Block& block : batch.kept)
        keeping_.into->add(std::move(block));
}

/// Counts the requests of each interval. A batch may be a single long block, so that threads share intervals.
void Simulation::count_requests(Batch& batch) const {
    constexpr std::size_t at_once = 16; // intervals
    for (std::size_t b = 0; b < batch.used; ++b) {
        const AccessBlock& block = batch.storage[b];
        std::vector<RequestCount>& counts = batch.counts[b];
        counts.assign(block.intervals.size() * sums_.size(), {});
        parallel_for(pool_, block.intervals.size(), at_once, [&](std::size_t begin, std::size_t end) {
            job_.check();
            CoalescedRequests buffer;
            std::size_t first = begin == 0 ? 0 : block.intervals[begin - 1].last_request;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t last = block.intervals[i].last_request;
                counter_.count(block.requests, first, last,
                               std::span(counts).subspan(i * sums_.size(), sums_.size()), buffer);
                first = last;
            }
        });
    }
}

/// Adds the results of the engine and the counter for each interval.
void Simulation::add_sums(const Batch& batch) {
    AllocationHistory::Step step;
    step.sums.resize(sums_.size());
    std::size_t row = 0; // index of the first sum of the interval
    for (std::size_t b = 0; b < batch.used; ++b) {
        const AccessBlock& block = batch.storage[b];
        BlockInterval begin;
        for (std::size_t i = 0; i < block.intervals.size(); ++i, row += sums_.size()) {
            for (std::size_t a = 0; a < sums_.size(); ++a) {
                const RequestCount& count = batch.counts[b][i * sums_.size() + a];
                step.sums[a] = {count.requests, count.sectors, engine_.l1_intervals()[row + a],
                                engine_.l2_intervals()[row + a]};
                sums_[a] += step.sums[a];
            }
            const BlockInterval& end = block.intervals[i];
            step.accesses = end.last_access - begin.last_access;
            step.requests = end.last_request - begin.last_request;
            if (history_ != nullptr) history_->add(step);
            begin = end;
        }
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

SdcmResult simulate(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                    const JobContext& job, const Results& results) {
    return with_errors_of(source.name(), [&] {
        if (results.keeping.from == nullptr) {
            source.rewind();
            source.read_ahead(); // while the simulation reads the scene
        }
        Simulation simulation(source, config, sink, pool, job, results);
        job.begin("simulating caches", source.info().axis_is_requests() ? 0 : source.info().positions(),
                  "accesses");
        return simulation.run();
    });
}

} // namespace

SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job, AllocationHistory* history, const SdcmKeeping& keeping) {
    return simulate(source, config, sink, pool, job, {true, history, keeping});
}

void simulate_sdcm_outcomes(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink,
                            ThreadPool& pool, const JobContext& job) {
    (void)simulate(source, config, sink, pool, job, {.allocations = false});
}

} // namespace hitmap
