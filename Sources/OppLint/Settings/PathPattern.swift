/// A pattern of paths: `*` and `?` within a folder, `**` over folders
///
/// A pattern without `/` is matched with the last part of a path.
///
/// ```
/// *.opp            any/folder/a.opp            as `**/*.opp`
/// archive/**       archive/a.opp, archive/2024/a.opp
/// lunch/?.opp      lunch/a.opp, not lunch/ab.opp
/// ```
package struct PathPattern: Hashable, Sendable {
  /// The pattern as it is written
  package let text: String

  /// The parts between slashes; a leading `**` was added to a pattern of one part
  private let parts: [[Character]]

  package init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "/").map { Array($0) }
    self.parts = parts.count == 1 && !text.hasPrefix("/") ? [Array("**")] + parts : parts
  }

  /// `true` if a path matches as a whole; `.` in it counts for nothing
  package func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").filter { $0 != "." }.map { Array($0) }
    return Self.matches(parts[...], names[...]) { Self.matchesName($0[...], $1[...]) }
  }

  /// Parts against names, a part `**` standing for any number of names
  private static func matches(
    _ parts: ArraySlice<[Character]>, _ names: ArraySlice<[Character]>,
    _ isMatch: ([Character], [Character]) -> Bool
  ) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    // `**` takes no name, one, two … until the rest matches.
    if part == ["*", "*"] {
      for start in names.startIndex...names.endIndex {
        if matches(parts.dropFirst(), names[start...], isMatch) { return true }
      }
      return false
    }
    guard let name = names.first, isMatch(part, name) else { return false }
    return matches(parts.dropFirst(), names.dropFirst(), isMatch)
  }

  /// Matches one part against one name: `*` takes any number of characters, `?` exactly one
  private static func matchesName(
    _ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>
  ) -> Bool {
    guard let sign = pattern.first else { return name.isEmpty }
    if sign == "*" {
      for start in name.startIndex...name.endIndex {
        if matchesName(pattern.dropFirst(), name[start...]) { return true }
      }
      return false
    }
    guard let character = name.first, sign == "?" || sign == character else { return false }
    return matchesName(pattern.dropFirst(), name.dropFirst())
  }
}
