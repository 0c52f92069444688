#pragma once

#include "core/relayout/model/address_mover.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/stream/request_source.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The requests of a recording in another memory layout: those that relayout_recording() passes on, moved
/// block by block while they are read, for models. It has no lane tags and no execution events, and its
/// tables have the counts of the recording and no contents.
class RelaidSource final : public RequestSource {
public:
    /// `file` must outlive it. Throws what relaid_draft() throws.
    /// @param requests  of the recording, as request_source() has them
    RelaidSource(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                 std::unique_ptr<RequestSource> requests, const JobContext& job);
    RelaidSource(const RelaidSource&) = delete;
    RelaidSource& operator=(const RelaidSource&) = delete;

    /// RelayoutResult::estimates
    [[nodiscard]] const std::vector<std::string>& estimates() const { return draft_->estimates; }

    [[nodiscard]] const RecordingInfo& info() const override { return draft_->info; }
    /// Not that of the file, since what a model refuses is then a fault of the layout.
    [[nodiscard]] std::string name() const override { return draft_->info.source_name; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override;
    void read_ahead() override { source_->read_ahead(); }
    bool next(RequestBlock& block, const std::stop_token& stop) override;
    void rewind() override { source_->rewind(); }

private:
    const RecordingInfo& before_;
    std::unique_ptr<RequestSource> source_;
    std::shared_ptr<RelayoutDraft> draft_; ///< whose scene others may keep
    AddressMover map_;                     ///< of the tables above
};

} // namespace hitmap
