/// The settings of the server, from `initializationOptions` or the section `opp` of the client
package struct ServerSettings: Hashable, Sendable {
  /// The kinds of hints beside the text, each with a switch
  package var hints: [String: Bool] = [:]

  /// The instant that counts as now, in RFC 3339; nil for the end of the recording or the clock
  package var now: String?

  package init() {}

  /// Reads the settings that are there, and leaves the others as they are
  ///
  /// ```
  /// {"inlayHints": {"sun": false, "minutes": true}, "now": "2026-06-21T12:00:00Z"}
  /// {"inlayHints": false}      switches all kinds off
  /// {"now": ""}                the end of the recording, or the clock, is now
  /// ```
  mutating func read(_ settings: Parameters) {
    if let hints = settings["inlayHints"] {
      if let all = hints.truth {
        self.hints["all"] = all
      }
      for (name, value) in hints.members {
        if let isOn = value.truth { self.hints[name] = isOn }
      }
    }
    if let now = settings["now"]?.text { self.now = now.isEmpty ? nil : now }
  }

  /// `true` if hints of a kind are shown
  package func shows(hints kind: String) -> Bool {
    (hints["all"] ?? true) && (hints[kind] ?? true)
  }
}
