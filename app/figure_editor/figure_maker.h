#pragma once

#include "app/figure/make_figure.h"
#include "widgets/base/job.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QObject>
#include <QtCore/QSet>
#include <QtCore/QStringList>
#include <QtGui/QImage>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hitmap {

/// A figure as pixels, with the places of its panels.
struct FigurePicture {
    Figure figure;
    FigureLayout layout;
    QImage image;
    QStringList warnings; ///< sentences about marks whose colours are alike
};

/// A recording that is open in a pane, and its simulation, which figures need not open again.
struct OpenedSource {
    FigureRecording recording;
    ExperimentCache cache;
    std::shared_ptr<const Simulation> simulation;
};

/// Makes pictures and files of figures on workers, with the code of `hitmap figure`. The newest picture wins.
class FigureMaker : public QObject {
    Q_OBJECT
public:
    /// @param pool  must outlive this
    explicit FigureMaker(ThreadPool& pool, QObject* parent = nullptr);

    /// Keeps what is open already, while figures show it.
    void adopt(OpenedSource source) { opened_.push_back(std::move(source)); }
    /// Makes a picture of a page; picture() is then no value if the figure has no panels.
    /// @param width  pixels of the page
    void make_picture(Figure figure, int width, ColourVision vision);
    /// The last picture that was made.
    [[nodiscard]] const std::optional<FigurePicture>& picture() const { return picture_; }
    /// Writes a figure at its own DPI. The ending of the file chooses PDF, SVG or PNG, or LaTeX (.tex), which
    /// writes a PDF beside it.
    void write(const Figure& figure, const QString& file, ColourVision vision);
    /// Returns the path of that PDF; empty for other files than LaTeX.
    [[nodiscard]] static QString pdf_beside(const QString& file);
    /// Whether this wrote a file.
    [[nodiscard]] bool has_written(const QString& file) const { return written_files_.contains(file); }
    /// Computes the CRC of files of the figure that have none; hashed() tells each.
    void hash(const Figure& figure);
    /// Forgets what is open, so that files that have changed are read again.
    void forget();
    [[nodiscard]] bool hashing() const { return hash_job_.running(); }

    [[nodiscard]] JobRunner& picture_job() { return picture_job_; }
    [[nodiscard]] JobRunner& write_job() { return write_job_; }

Q_SIGNALS:
    void made(); ///< picture() changed
    void written(const QString& file);
    void hashed(const std::string& file, std::uint32_t crc);
    void hashes_done();                                  ///< no file is being hashed any more
    void failed(const QString& message, QObject* cause); ///< as JobRunner::failed()

private:
    /// Returns what is open of a figure, and forgets the rest.
    [[nodiscard]] std::vector<OpenedSource> opened_of(const Figure& figure);

    ThreadPool& pool_;
    std::shared_ptr<FigureStore> store_; ///< jobs share it
    std::set<std::string> hashed_files_; ///< of the job that hashes
    QSet<QString> written_files_;
    std::vector<OpenedSource> opened_;
    std::optional<FigurePicture> picture_;
    JobRunner hash_job_{Supersede::stop, JobLength::lasting};
    JobRunner write_job_{Supersede::stop, JobLength::lasting};
    JobRunner picture_job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
