#pragma once

#include "tests/widgets/matrix_product.h"
#include "tests/widgets/window_fixture.h"

#include <fstream>

namespace hitmap {

/// A window with files whose parts are opened.
class PartFixture : public WindowFixture {
protected:
    QString part_of_tiny(const char* range) const {
        return QStringLiteral("part:--requests=%1 -- %2").arg(QString::fromLatin1(range), file_);
    }
    void open_part(const char* range) {
        window_->open(part_of_tiny(range));
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    QString write_triangle() const {
        const QString mesh = folder_.filePath(QStringLiteral("triangle.obj"));
        std::ofstream(mesh.toStdString()) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        return mesh;
    }
    QString write_product() const {
        const QString product = folder_.filePath(QStringLiteral("matmul.csv"));
        write_matrix_product(product.toStdString());
        return product;
    }
    QAction& action(const char* name) { return find<QAction>(name); }
};

} // namespace hitmap
