#include "core/cache/pipeline/hierarchy.h"

#include "core/cache/pipeline/address_tally.h"
#include "core/cache/pipeline/attribution.h"
#include "core/cache/pipeline/lane_levels.h"
#include "core/cache/pipeline/matrix_tally.h"
#include "core/cache/pipeline/pipeline_batch.h"
#include "core/cache/pipeline/traffic_tally.h"
#include "core/cache/results/named_errors.h"
#include "core/cache/stages/l1_stage.h"
#include "core/cache/stages/l2_stage.h"
#include "core/cache/stages/line_use_sink.h"
#include "core/cache/stages/local_traffic.h"
#include "core/cache/stages/miss_stage.h"
#include "core/cache/stages/selected_reuse.h"
#include "core/cache/stages/tlb_stage.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

class Pipeline {
public:
    Pipeline(RequestSource& source, const HierarchyConfig& config, const HierarchySinks& sinks,
             ThreadPool& pool, const JobContext& job);
    HierarchyResult run();

private:
    void prepare(PipelineBlock& block) const;
    void simulate(PipelineBatch& batch);
    void run_sm(std::uint32_t sm, PipelineBatch& batch);
    void run_l2(PipelineBatch& batch);
    void run_device_tlb(PipelineBatch& batch);
    void give_uses(PipelineBatch& batch);
    void explain(PipelineBatch& batch);
    void tally(PipelineBatch& batch);
    void add_sm_work(std::span<const SmWork> work);
    void add_written(std::span<const std::uint64_t> written);
    void add_intervals(const AccessBlock& block, std::span<const TrafficSums> sums);
    void attribute(PipelineBatch& batch);
    void deliver(std::vector<std::unique_ptr<PendingOutcomes>> complete);
    void for_each(std::size_t count, const std::function<void(std::size_t)>& body);

    RequestSource& source_;
    HierarchySinks sinks_;
    ThreadPool& pool_;
    const JobContext& job_;
    ElementAccessFinder finder_;
    Coalescer coalescer_;
    std::vector<MemoryPath> paths_; ///< [instructions]
    std::unique_ptr<L1Stage> l1_;
    std::unique_ptr<L2Stage> l2_;
    std::optional<TlbStage> tlbs_;
    std::optional<MissStage> misses_;
    std::optional<SelectedReuse> selected_;
    std::optional<LocalTraffic> local_;
    std::optional<LaneLevels> lanes_;
    std::optional<AddressTally> addresses_;
    TrafficTally tally_;
    std::optional<MatrixTally> matrix_;
    BatchReader reader_;
    std::optional<Attribution> attribution_;
    std::vector<TrafficTally::Block> tallies_; ///< [blocks of a batch]
    std::vector<MatrixTally::Block> matrices_; ///< [blocks of a batch] if matrix_ is set
    /// [blocks of a batch][requests] if sinks.traffic is set
    std::vector<std::vector<RequestTraffic>> traffic_;
    HierarchyResult result_;
    std::size_t allocations_;
    bool finds_accesses_;                        ///< whether accesses are needed by a sink
    std::vector<std::uint64_t> first_positions_; ///< [blocks of a batch] number of accesses before the block
    std::size_t sms_ = 0;
};

Pipeline::Pipeline(RequestSource& source, const HierarchyConfig& config, const HierarchySinks& sinks,
                   ThreadPool& pool, const JobContext& job)
    : source_(source),
      sinks_(sinks),
      pool_(pool),
      job_(job),
      finder_(source.info()),
      coalescer_(source.info(), config.l1.line),
      paths_(memory_paths(source.info(), config.l1_loads)),
      l1_(make_l1_stage(config, source.info().device.sm_count)),
      l2_(make_l2_stage(config, source.info(), coalescer_)),
      tally_(source.info().allocations.size(), paths_, coalescer_),
      reader_(source, tally_.rows().count() * sizeof(TrafficSums), pool.size()),
      allocations_(source.info().allocations.size()),
      finds_accesses_(sinks.outcomes != nullptr || sinks.requests != nullptr || sinks.history != nullptr ||
                      !sinks.addresses.empty() ||
                      (sinks.traffic != nullptr && sinks.traffic->reads_accesses()) ||
                      (sinks.uses != nullptr && sinks.uses->reads_accesses())) {
    result_.instructions.resize(source.info().instructions.size());
    result_.allocations.resize(allocations_);
    if (config.explain_misses) misses_.emplace(config, paths_, allocations_);
    if (config.tlb) tlbs_.emplace(*config.tlb, config.l1.line, config.seed);
    if (sinks.uses != nullptr) sinks.uses->begin({config, coalescer_, l2_->slices(), l2_->slice_sets()});
    if (config.explain_misses && sinks.selection != nullptr)
        selected_.emplace(source.info(), *sinks.selection, paths_, config.l1.line);
    if (sinks.matrix != nullptr) matrix_.emplace(paths_, coalescer_);
    if (sinks.local != nullptr) local_.emplace(source.info(), paths_, config.l1.line);
    if (sinks.lanes != nullptr) lanes_.emplace(coalescer_, paths_);
    if (!sinks.addresses.empty())
        addresses_.emplace(paths_, coalescer_, source.info().axis_is_requests(), sinks.addresses);
    if (sinks.outcomes != nullptr)
        attribution_.emplace(source.info(), source.scene(job), paths_, config.l1.line, config.explain_misses,
                             sinks.counted);
}

HierarchyResult Pipeline::run() {
    PipelineBatch current;
    PipelineBatch next;
    reader_.read(current, job_);
    while (!current.blocks.empty()) {
        TaskGroup reading(pool_);
        reading.run([&] { reader_.read(next, job_); }); // The next batch is read while this one is simulated.
        simulate(current);
        if (tlbs_) run_device_tlb(current);
        if (sinks_.uses != nullptr) give_uses(current);
        if (misses_) explain(current);
        tally(current);
        TaskGroup giving(pool_); // Runs concurrently with attribution, which also only reads the batch.
        if (local_)
            giving.run([&] {
                for (const PipelineBlock* const block : current.blocks)
                    local_->give(*block, *sinks_.local, job_);
            });
        if (lanes_)
            giving.run([&] {
                for (const PipelineBlock* const block : current.blocks)
                    lanes_->give(*block, *sinks_.lanes, job_);
            });
        if (addresses_)
            giving.run([&] {
                for (const PipelineBlock* const block : current.blocks)
                    addresses_->add(*block, job_);
            });
        if (attribution_) attribute(current);
        giving.wait();
        reading.wait();
        std::swap(current, next);
    }
    if (attribution_) deliver(attribution_->take_before(current.launch_ordinal + 1));
    if (sinks_.history != nullptr) sinks_.history->finish();
    if (matrix_) *sinks_.matrix = matrix_->take();
    if (sinks_.matrix_history != nullptr) sinks_.matrix_history->finish();
    if (tlbs_) result_.tlb = tlbs_->sums();
    if (misses_) result_.reuse = misses_->take_report();
    if (selected_) {
        const ReuseReport& all = *result_.reuse;
        result_.selected = {{all.l1.capacity, all.l1.line, selected_->l1(), {}, {}},
                            {all.l2.capacity, all.l2.line, selected_->l2(), {}, {}}};
    }
    return std::move(result_);
}

void Pipeline::for_each(std::size_t count, const std::function<void(std::size_t)>& body) {
    parallel_for(pool_, count, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            body(i);
    });
}

/// Finds accesses, coalesces requests and sorts them by SM.
void Pipeline::prepare(PipelineBlock& block) const {
    job_.check();
    PipelineInput& input = block.input;
    input.find_sms();
    if (finds_accesses_)
        finder_.find(input.requests, input.accesses);
    else
        input.accesses.clear();
    if (attribution_) input.number_accesses();
    if (sinks_.history != nullptr)
        input.cut_intervals(tally_.rows().interval_accesses(), tally_.rows().count());
    else
        input.intervals = {{static_cast<std::uint32_t>(input.requests.entries.size()),
                            static_cast<std::uint32_t>(input.accesses.size())}};
    block.coalesced.clear();
    coalescer_.append_all(input.requests, block.coalesced);
    block.queues.fill(input, block.coalesced, paths_);
    block.l1.prepare(block.coalesced.line_count());
    if (sinks_.uses != nullptr) block.uses.prepare(block.queues.sms());
}

void Pipeline::simulate(PipelineBatch& batch) {
    for_each(batch.blocks.size(), [&](std::size_t i) { prepare(*batch.blocks[i]); });
    std::uint64_t accesses = result_.accesses;
    first_positions_.clear();
    for (const PipelineBlock* const block : batch.blocks) {
        first_positions_.push_back(accesses);
        const RequestView& requests = block->input.requests;
        accesses += block->input.accesses.size();
        if (finds_accesses_)
            source_.check_accesses(RequestIndex(requests.first_request.value + requests.entries.size()),
                                   accesses);
        sms_ = std::max(sms_, block->queues.sms());
    }
    l1_->reserve(sms_);
    if (tlbs_) tlbs_->reserve(sms_);
    for_each(sms_, [&](std::size_t sm) { run_sm(static_cast<std::uint32_t>(sm), batch); });
    run_l2(batch);
}

/// Runs both caches of the SM block by block, while the lines of a block are in the cache of the processor.
void Pipeline::run_sm(std::uint32_t sm, PipelineBatch& batch) {
    const bool has_requests = std::any_of(batch.blocks.begin(), batch.blocks.end(),
                                          [&](const auto* block) { return !block->queues.of(sm).empty(); });
    if (!has_requests) return;
    for (PipelineBlock* const block : batch.blocks) {
        job_.check();
        const bool has_uses = sinks_.uses != nullptr && sm < block->uses.l1.size();
        l1_->run(sm, block->queues, block->coalesced, block->l1, has_uses ? &block->uses.l1[sm] : nullptr,
                 job_);
        if (tlbs_) tlbs_->run(sm, block->queues, block->coalesced, block->tlb);
    }
}

void Pipeline::run_l2(PipelineBatch& batch) {
    for_each(batch.blocks.size(), [&](std::size_t i) {
        PipelineBlock& block = *batch.blocks[i];
        block.l1.list_write_backs();
        l2_->route(block.coalesced, block.l1, block.l2_requests);
    });
    for_each(l2_->slices(), [&](std::size_t slice) {
        for (PipelineBlock* const block : batch.blocks) {
            job_.check();
            l2_->run(slice, block->coalesced, block->l2_requests, block->l2_slices,
                     sinks_.uses != nullptr ? &block->uses.l2.at(slice) : nullptr);
        }
    });
}

void Pipeline::run_device_tlb(PipelineBatch& batch) {
    for (PipelineBlock* const block : batch.blocks) {
        job_.check();
        tlbs_->run_device(block->tlb);
    }
}

/// Passes the uses of lines to their sink. SMs and slices of L2 share no state.
void Pipeline::give_uses(PipelineBatch& batch) {
    sinks_.uses->reserve(sms_);
    for_each(sms_ + l2_->slices(), [&](std::size_t i) {
        for (std::size_t b = 0; b < batch.blocks.size(); ++b) {
            job_.check();
            const PipelineBlock& block = *batch.blocks[b];
            if (i >= sms_)
                sinks_.uses->add_l2(i - sms_, block, first_positions_[b]);
            else if (i < block.uses.l1.size())
                sinks_.uses->add_l1(i, block, first_positions_[b]);
        }
    });
}

void Pipeline::explain(PipelineBatch& batch) {
    const auto for_each_block = [&](const auto& run) {
        for (PipelineBlock* const block : batch.blocks) {
            job_.check();
            run(*block);
        }
    };
    for_each(batch.blocks.size(), [&](std::size_t i) {
        PipelineBlock& block = *batch.blocks[i];
        block.reuse.lines.assign(block.coalesced.line_count(), {});
        block.reuse.write_backs.assign(block.l1.write_backs.size(), {});
    });
    misses_->reserve(sms_);
    TaskGroup second_level(pool_); // L1 and L2 share no state and run in parallel.
    second_level.run([&] {
        for_each_block(
            [&](PipelineBlock& block) { misses_->run_l2(block.coalesced, block.l1, block.reuse); });
    });
    for_each(sms_, [&](std::size_t sm) {
        for_each_block([&](PipelineBlock& block) {
            misses_->run_l1(static_cast<std::uint32_t>(sm), block.queues, block.coalesced, block.reuse, job_);
        });
    });
    second_level.wait();
    for_each_block([&](PipelineBlock& block) {
        misses_->count(block, coalescer_);
        if (selected_) selected_->count(block, job_);
    });
}

/// Copies the outcomes of L2 to the lines, and adds up all results.
void Pipeline::tally(PipelineBatch& batch) {
    if (tallies_.size() < batch.blocks.size()) {
        tallies_.resize(batch.blocks.size());
        traffic_.resize(batch.blocks.size());
    }
    if (matrix_ && matrices_.size() < batch.blocks.size()) matrices_.resize(batch.blocks.size());
    for_each(batch.blocks.size(), [&](std::size_t i) {
        PipelineBlock& block = *batch.blocks[i];
        l2_->collect(block.input, block.coalesced, block.l1, block.l2_requests, block.l2_slices, block.l2);
        tally_.count(block, tallies_[i]);
        if (matrix_) matrix_->count(block, matrices_[i]);
        if (sinks_.traffic != nullptr) tally_.count_requests(block, sinks_.counted, traffic_[i]);
    });
    for (std::size_t b = 0; b < batch.blocks.size(); ++b) {
        const AccessBlock& block = batch.blocks[b]->input;
        const TrafficTally::Block& sums = tallies_[b];
        add_intervals(block, sums.sums);
        add_sm_work(sums.sms);
        add_written(batch.blocks[b]->l2.written);
        if (matrix_) matrix_->add(block, matrices_[b], sinks_.matrix_history);
        if (sinks_.requests != nullptr)
            sinks_.requests->add(block.requests, sums.requests, block.accesses, result_.accesses);
        if (sinks_.traffic != nullptr) {
            job_.check();
            sinks_.traffic->add(block.requests, traffic_[b], block.accesses, result_.accesses);
        }
        result_.accesses += block.accesses.size();
        if (!attribution_) job_.add(block.accesses.size());
    }
}

void Pipeline::add_sm_work(std::span<const SmWork> work) {
    if (work.size() > result_.sms.size()) result_.sms.resize(work.size());
    for (std::size_t sm = 0; sm < work.size(); ++sm) {
        result_.sms[sm].requests += work[sm].requests;
        result_.sms[sm].l1_lookups += work[sm].l1_lookups;
    }
}

/// Adds the written sectors of a block. `written`: [allocations + 1].
void Pipeline::add_written(std::span<const std::uint64_t> written) {
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (i < allocations_) result_.allocations[i].written += written[i];
        result_.total.written += written[i];
    }
}

/// Adds the sums of a block. `sums`: [intervals][rows].
void Pipeline::add_intervals(const AccessBlock& block, std::span<const TrafficSums> sums) {
    const TrafficRows& rows = tally_.rows();
    BlockInterval begin;
    for (std::size_t i = 0; i < block.intervals.size(); ++i) {
        const auto row = sums.subspan(i * rows.count(), rows.count());
        result_.total += row[rows.of_everything()];
        for (std::size_t n = 0; n < rows.instructions; ++n)
            result_.instructions[n] += row[rows.of_instruction(n)];
        for (std::size_t a = 0; a < rows.allocations; ++a)
            result_.allocations[a] += row[a];
        const BlockInterval& end = block.intervals[i];
        if (sinks_.history != nullptr)
            sinks_.history->add({end.last_access - begin.last_access,
                                 end.last_request - begin.last_request,
                                 {row.begin(), row.end()}});
        begin = end;
    }
}

void Pipeline::attribute(PipelineBatch& batch) {
    std::vector<std::unique_ptr<PendingOutcomes>> pending(batch.blocks.size());
    for_each(pending.size(),
             [&](std::size_t i) { pending[i] = attribution_->pending_outcomes(*batch.blocks[i]); });
    attribution_->add(batch.blocks, std::move(pending), sms_);
    for_each(sms_, [&](std::size_t sm) { attribution_->run(static_cast<std::uint32_t>(sm), job_); });
    for (const PipelineBlock* const block : batch.blocks)
        job_.add(block->input.accesses.size());
    result_.peak_pending_bytes = std::max(result_.peak_pending_bytes, attribution_->memory_bytes());
    deliver(attribution_->take_before(batch.launch_ordinal));
}

void Pipeline::deliver(std::vector<std::unique_ptr<PendingOutcomes>> complete) {
    for (auto& block : complete) {
        job_.check();
        block->deliver(*sinks_.outcomes);
        block.reset();
    }
}

} // namespace

HierarchyResult simulate_hierarchy(RequestSource& source, const HierarchyConfig& config,
                                   const HierarchySinks& sinks, ThreadPool& pool, const JobContext& job) {
    check_hierarchy(config);
    return with_errors_of(source.name(), [&] {
        source.rewind();
        source.read_ahead(); // while the pipeline reads the scene
        Pipeline pipeline(source, config, sinks, pool, job);
        job.begin("simulating caches", source.info().axis_is_requests() ? 0 : source.info().positions(),
                  "accesses");
        return pipeline.run();
    });
}

} // namespace hitmap
