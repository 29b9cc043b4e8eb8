#ifndef OPP_TEMPLATES_H
#define OPP_TEMPLATES_H

#include <stddef.h>

/// A file that `opp init` writes, as it is in `examples/`
struct opp_template_file {
  /// The name of the folder in `examples/`
  const char *folder;
  /// The path in that folder
  const char *path;
  /// The content, which ends with a zero byte
  const unsigned char *text;
};

/// The file at an index, in the order of folders and paths; NULL behind the last
const struct opp_template_file *opp_template_file(size_t index);

#endif
