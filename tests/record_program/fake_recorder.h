#pragma once

#include <QtCore/QFile>
#include <QtCore/QString>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {

/// Writes a shell script that takes the place of `hitmap`. Its variable `out` is what follows -o.
/// @return its path
inline QString write_fake_recorder(const QString& folder, const std::string& script) {
    QFile file(folder + QStringLiteral("/fake-hitmap"));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("#!/bin/sh\nbefore=\nfor each; do [ \"$before\" = -o ] && out=$each; before=$each; done\n");
    file.write(script.c_str());
    file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
    return file.fileName();
}

} // namespace hitmap
