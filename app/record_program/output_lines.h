#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// Makes lines of what a program prints, as a terminal would show them: a carriage return begins the line
/// anew, as progress bars do, sequences that only set colours or move the cursor are left out, and other
/// control characters become visible (printable()). A line of more than 64 KiB becomes several.
class OutputLines {
public:
    /// Takes the next bytes, which may end anywhere. @return the lines that are complete now
    [[nodiscard]] QStringList take(const QByteArray& bytes);
    /// What was printed of the line that is not complete.
    [[nodiscard]] QString rest() const;
    /// Ends the line that is not complete. @return it; empty: there is none
    [[nodiscard]] QString take_rest();

private:
    QByteArray line_;
    bool returned_ = false; ///< behind a carriage return: what comes next replaces the line
};

} // namespace hitmap
