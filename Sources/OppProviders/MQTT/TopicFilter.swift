internal import OppSystem

/// The topics that a connection listens to: levels, `+` for any one of them, `#` for all that follow
///
/// | filter | to the broker | topic | bound |
/// | --- | --- | --- | --- |
/// | `home/+room/temp` | `home/+/temp` | `home/hall/temp` | room: hall |
/// | `zigbee2mqtt/+` | `zigbee2mqtt/+` | `zigbee2mqtt/kitchen` | |
/// | `zigbee2mqtt/#` | `zigbee2mqtt/#` | `zigbee2mqtt`, `zigbee2mqtt/bridge/state` | |
/// | `+/temp` | `+/temp` | not `$SYS/temp` | |
struct TopicFilter: Hashable, Sendable {
  private enum Level: Hashable {
    case word(String)

    /// `+name`; `nil` for `+`
    case any(name: String?)

    /// `#`
    case rest
  }

  private let levels: [Level]

  /// A mistake in a filter, in words
  struct Mistake: Error, Hashable {
    let reason: String
  }

  init(_ text: String) throws(Mistake) {
    guard !text.isEmpty, text.utf8.count <= MQTTRequest.longestText, !text.utf8.contains(0) else {
      throw Mistake(reason: "the topic is empty, or too long")
    }
    var levels: [Level] = []
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if part == "#" {
        guard index == parts.count - 1 else {
          throw Mistake(
            reason: "`#` in `\(text)` stands for all that follows: nothing can follow it")
        }
        levels.append(.rest)
      } else if part.hasPrefix("+") {
        let name = part.dropFirst()
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
          throw Mistake(reason: "`\(part)` in `\(text)` is no name after `+`")
        }
        levels.append(.any(name: name.isEmpty ? nil : String(name)))
      } else {
        guard !part.contains("#"), !part.contains("+") else {
          throw Mistake(
            reason:
              "`+` and `#` in `\(text)` stand for whole levels, as in `home/+/temp` or `home/#`")
        }
        levels.append(.word(String(part)))
      }
    }
    self.levels = levels
    guard Set(names).count == names.count else {
      throw Mistake(reason: "`\(text)` has one name twice")
    }
  }

  /// The names that it binds, in its order
  var names: [String] {
    levels.compactMap { if case .any(let name) = $0 { name } else { nil } }
  }

  /// `true` if it stands for one topic alone
  var isOneTopic: Bool {
    levels.allSatisfy { if case .word = $0 { true } else { false } }
  }

  /// The filter as a broker knows it
  var subscription: String {
    let levels = levels.map { level in
      switch level {
      case .word(let word): word
      case .any: "+"
      case .rest: "#"
      }
    }
    return levels.joined(separator: "/")
  }

  /// The levels of a topic by their names; `nil` if it is not among these topics
  ///
  /// Section 4.7: `#` stands for the level above it, too, and a topic that begins with `$` is found by its first word alone.
  func match(_ topic: String) -> [String: String]? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    if topic.hasPrefix("$") { guard case .word = levels[0] else { return nil } }
    var bound: [String: String] = [:]
    for (index, level) in levels.enumerated() {
      if case .rest = level { return bound }
      guard index < parts.count else { return nil }
      switch level {
      case .word(let word): guard parts[index] == word[...] else { return nil }
      case .any(let name): if let name { bound[name] = String(parts[index]) }
      case .rest: break
      }
    }
    return parts.count == levels.count ? bound : nil
  }
}
