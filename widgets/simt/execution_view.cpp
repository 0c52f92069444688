#include "widgets/simt/execution_view.h"
