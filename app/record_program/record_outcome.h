#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <vector>

namespace hitmap {

/// A file that `hitmap record` has made.
struct RecordedFile {
    QString path;    ///< absolute
    QString summary; ///< what it holds: "1 launch, 6177791 requests, 24900964 lane accesses, all of them"
};

/// How a run of `hitmap record` ended.
struct RecordOutcome {
    std::vector<RecordedFile> recordings; ///< one for each process that was recorded
    /// What was refused or left out, and why: what the recorder said besides, in its order, without
    /// repetitions.
    QStringList remarks;
    int left_out = 0;         ///< number of further remarks
    int status = 0;           ///< exit status of `hitmap record`
    bool ended_itself = true; ///< false: a signal ended it
    bool was_stopped = false; ///< the user stopped it
    QString problem;          ///< why it could not be started; empty: it was
};

/// What became of a run, in whole sentences: what was recorded, and what was refused and why.
[[nodiscard]] QString outcome_text(const RecordOutcome& outcome);

/// Collects what the lines of `hitmap record` say among those of the program that it runs.
class RecordReader {
public:
    /// @param folder   in which it runs
    /// @param output   its option --output
    /// @param program  the program that it runs
    RecordReader(QString folder, QString output, QString program);

    void take(const QString& line);
    /// The recordings and remarks so far.
    [[nodiscard]] const RecordOutcome& outcome() const { return outcome_; }

private:
    /// The absolute path of a recording of this run that a line begins with; empty: it begins otherwise.
    [[nodiscard]] QString recording_in(const QString& line, QString& rest) const;
    void remark(const QString& text);

    QString folder_;
    QString output_;
    QString program_;
    RecordOutcome outcome_;
};

} // namespace hitmap
