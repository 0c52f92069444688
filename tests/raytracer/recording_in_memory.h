#pragma once

#include "core/trace/stream/request_source.h"

#include <vector>

namespace hitmap {

/// Stores a whole recording in memory, for tests that examine it.
class RecordingInMemory : public RecordingSink {
public:
    RecordingInfo info;
    RecordedScene scene;
    std::vector<Request> requests;
    std::vector<LaneTagRun> tags;
    std::vector<BlockExecution> executions;
    bool finished = false;

    void begin(const RecordingInfo& i, const RecordedScene* s) override {
        info = i;
        if (s != nullptr) scene = *s;
    }
    void begin_launch(const Launch& launch) override {
        info.launches.push_back(launch);
        info.launches.back().first_request = RequestIndex(requests.size());
    }
    void add(const Request& request) override { requests.push_back(request); }
    void tag(const LaneTagRun& run) override {
        tags.push_back(run);
        tags.back().first_request = RequestIndex(requests.size());
    }
    void execute(const BlockExecution& event) override {
        executions.push_back(event);
        executions.back().request = RequestIndex(requests.size());
    }
    void finish() override { finished = true; }
};

/// Counts requests without storing them.
class NullSink : public RecordingSink {
public:
    void begin(const RecordingInfo&, const RecordedScene*) override {}
    void begin_launch(const Launch&) override {}
    void add(const Request&) override {}
    void tag(const LaneTagRun&) override {}
    void finish() override {}
};

} // namespace hitmap
