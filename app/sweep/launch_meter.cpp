#include "app/sweep/launch_meter.h"

namespace hitmap {

namespace {

class CountingSink final : public ByteSink {
public:
    CountingSink(std::unique_ptr<ByteSink> sink, std::uint64_t& bytes)
        : sink_(std::move(sink)), bytes_(bytes) {}
    void write(std::span<const std::byte> bytes) override {
        sink_->write(bytes);
        bytes_ += bytes.size();
    }
    void commit() override { sink_->commit(); }

private:
    std::unique_ptr<ByteSink> sink_;
    std::uint64_t& bytes_;
};

} // namespace

std::unique_ptr<ByteSink> LaunchMeter::counted(std::unique_ptr<ByteSink> sink) {
    return std::make_unique<CountingSink>(std::move(sink), bytes_);
}

void LaunchMeter::begin_launch(const Launch& /*launch*/) {
    if (launched_) return;
    launched_ = Clock::now();
    launched_processor_ = std::clock();
    bytes_before_ = bytes_;
}

double LaunchMeter::launch_seconds() const {
    return launched_ ? std::chrono::duration<double>(Clock::now() - *launched_).count() : 0.0;
}

double LaunchMeter::launch_processor_seconds() const {
    return launched_ ? static_cast<double>(std::clock() - launched_processor_) / CLOCKS_PER_SEC : 0.0;
}

} // namespace hitmap
