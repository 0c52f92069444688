# Precompiled headers make a fresh build faster. There is one set for the modules and one for the tests, and one of each for
# sources that use Qt. Sources still include what they use, so that everything also builds with
# CMAKE_DISABLE_PRECOMPILE_HEADERS.

set(HITMAP_STD_HEADERS
  <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <mutex> <numeric>
  <optional> <span> <stop_token> <string> <string_view> <thread> <vector>)

# None of these includes <GL/gl.h>, before which <epoxy/gl.h> must come.
set(HITMAP_QT_HEADERS
  <QtCore/QDir> <QtCore/QFile> <QtCore/QFileInfo> <QtCore/QLocale> <QtCore/QSettings> <QtCore/QSignalBlocker>
  <QtCore/QString> <QtCore/QStringList> <QtCore/QTimer>
  <QtGui/QImage> <QtGui/QKeyEvent> <QtGui/QMouseEvent> <QtGui/QPainter>
  <QtWidgets/QAction> <QtWidgets/QApplication> <QtWidgets/QCheckBox> <QtWidgets/QComboBox> <QtWidgets/QDialog>
  <QtWidgets/QDockWidget> <QtWidgets/QFormLayout> <QtWidgets/QHBoxLayout> <QtWidgets/QHeaderView> <QtWidgets/QLabel>
  <QtWidgets/QLineEdit> <QtWidgets/QMenu> <QtWidgets/QPushButton> <QtWidgets/QSpinBox> <QtWidgets/QTableView>
  <QtWidgets/QToolButton> <QtWidgets/QVBoxLayout>)

# hitmap_pch(NAME HEADERS <a> ... LINKS library ...): targets that link the same libraries can use NAME in REUSE_FROM.
function(hitmap_pch NAME)
  cmake_parse_arguments(PCH "" "" "HEADERS;LINKS" ${ARGN})
  # file(CONFIGURE) does not write an unchanged file, so that configuring again does not cause a build.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch/${NAME}.cpp CONTENT "// Carries precompiled headers.\n")
  add_library(${NAME} OBJECT ${CMAKE_BINARY_DIR}/pch/${NAME}.cpp)
  target_link_libraries(${NAME} PRIVATE hitmap_options ${PCH_LINKS})
  target_precompile_headers(${NAME} PRIVATE ${HITMAP_STD_HEADERS} ${PCH_HEADERS})
endfunction()
