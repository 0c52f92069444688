#include "core/relayout/apply/relaid_source.h"

#include "core/relayout/apply/relayout.h"

#include <span>
#include <utility>

namespace hitmap {

RelaidSource::RelaidSource(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                           std::unique_ptr<RequestSource> requests, const JobContext& job)
    : before_(file.info()),
      source_(std::move(requests)),
      draft_(std::make_shared<RelayoutDraft>(relaid_draft(file, options, mesh, *source_, job))),
      map_(before_.allocations, draft_->info.allocations, draft_->places, draft_->forms) {
    source_->rewind(); // it may have been read for the uses of elements
    if (before_.scene.present) draft_->info.scene = draft_->scene.summary();
}

std::shared_ptr<const RecordedScene> RelaidSource::scene(const JobContext& /*job*/) {
    return before_.scene.present ? std::shared_ptr<const RecordedScene>(draft_, &draft_->scene) : nullptr;
}

bool RelaidSource::next(RequestBlock& block, const std::stop_token& stop) {
    if (!source_->next(block, stop)) return false;
    for (const RequestBlock::Entry& entry : block.entries) {
        const Instruction& instruction = before_.instructions[entry.instruction];
        if (instruction.space != Space::global) continue;
        const std::size_t lanes = block.addresses_of(entry).size();
        for (std::uint64_t& address : std::span(block.addresses).subspan(entry.first_address, lanes))
            address = map_.moved(address, instruction.bytes_per_lane);
    }
    return true;
}

} // namespace hitmap
