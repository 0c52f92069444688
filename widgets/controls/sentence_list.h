#pragma once

#include <QtWidgets/QListWidget>

namespace hitmap {

/// A list of items with whole sentences, which are wrapped and never cut.
class SentenceList : public QListWidget {
    Q_OBJECT
public:
    explicit SentenceList(QWidget* parent = nullptr);

    /// Replaces the items by these texts, with numbers from 1. The current row stays where it was. Numbers
    /// stay with their units (unbroken()).
    void set_sentences(const QStringList& texts);
};

} // namespace hitmap
