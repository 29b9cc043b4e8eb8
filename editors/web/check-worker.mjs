// The worker that checks while one types: the language server in the core. It never waits for a replay.

import { serve } from "./service.mjs";

serve((core) => ({
  zones(files) {
    for (const { name, bytes } of files) core.addZone(name, bytes);
  },

  /** The messages that the language server sends upon some of ours. */
  language(messages) {
    return messages.flatMap((message) => core.message(message));
  },
}));
