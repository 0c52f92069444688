#include "capture/layer/capture.h"

#include <cstdio>
#include <unistd.h>
#include <utility>

#include "capture/spool/make_recording.h"
#include "capture/spool/spool_reader.h"

namespace hitmap::capture {

Capture::Capture(Settings settings) : settings_(std::move(settings)), process_(getpid()) {}

bool Capture::is_of_this_process() const {
    return getpid() == process_;
}

SpoolWriter* Capture::spool() {
    if (!is_of_this_process()) return nullptr; // a thread of the parent may have held the mutex at the fork
    const std::scoped_lock lock(mutex_);
    if (finished_) return nullptr;
    if (!spool_) {
        spool_ = std::make_unique<SpoolWriter>(with_process(settings_.output) + "." +
                                               std::to_string(process_) + ".spool");
        if (!spool_->error().empty()) say(spool_->error());
    }
    return spool_.get();
}

void Capture::note(const std::string& text) {
    if (!is_of_this_process()) return say(text);
    {
        const std::scoped_lock lock(mutex_);
        if (!notes_.insert(text).second) return;
    }
    say(text);
    write(SpoolNote{text});
}

void Capture::finish() {
    if (!is_of_this_process()) return;
    SpoolWriter* spool = nullptr;
    {
        const std::scoped_lock lock(mutex_);
        if (finished_ || !spool_) return;
        spool = spool_.get();
    }
    if (!launches_.any_recorded())
        if (std::string why = launches_.why_nothing(); !why.empty()) spool->write(SpoolNote{std::move(why)});
    if (launches_.any_recorded() && launches_.left_out() != 0)
        spool->write(SpoolLeftOut{launches_.left_out()});
    spool->write(SpoolEnd{});
    const std::string error = spool->error();
    spool->close();
    {
        const std::scoped_lock lock(mutex_);
        finished_ = true;
    }
    if (!spool->was_created()) return; // which a line has said
    if (!error.empty()) say(error);
    if (!settings_.keeps_spool) convert();
}

void Capture::convert() {
    const std::string output = with_process(settings_.output);
    try {
        const RecordingSummary summary = make_recording(spool_->path(), output, "hitmap record");
        for (const std::string& remark : summary.remarks)
            say(output + ": " + remark);
        say(output + ": " + summary.line);
        std::remove(spool_->path().c_str());
    } catch (const NothingRecorded& nothing) {
        say(nothing.what());
        std::remove(spool_->path().c_str());
    } catch (const std::exception& error) {
        say(error.what());
        say(spool_->path() + ": kept; 'hitmap record --spool " + spool_->path() + " -o " + output +
            "' makes its recording");
    }
}

} // namespace hitmap::capture
