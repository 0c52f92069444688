#include "app/sequence/sequence_pictures.h"

namespace hitmap {

JobContext part_of_job(const JobContext& job) {
    JobContext part = job;
    part.progress = nullptr;
    return part;
}

void write_sequence(SequencePictures& pictures, SequenceOutput& output, const JobContext& job) {
    pictures.measure(job);
    job.begin("drawing", pictures.count(), "pictures");
    for (std::size_t picture = 0; picture < pictures.count(); ++picture) {
        job.check();
        output.add(pictures.draw(picture, part_of_job(job)));
        job.add(1);
    }
    output.finish();
}

} // namespace hitmap
