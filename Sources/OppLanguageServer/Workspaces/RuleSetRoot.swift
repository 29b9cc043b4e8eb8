/// The folder of the rule set that a file belongs to
///
/// It is the nearest folder upward that holds a `recording.json`, a folder `data`, an `.opplint` or an `.opp-root`; else
/// the folder that is open. The way up ends at the folder that is open; if none is, below the folders at the top of
/// the file system, so that a `/data` does not make all files of a machine one rule set.
///
/// With `/rules` open, and `recording.json` in `/rules/trips`:
///
/// ```
/// /rules/trips/ferries/a.opp    /rules/trips
/// /rules/other/b.opp            /rules
/// /elsewhere/c.opp              /elsewhere
/// ```
package enum RuleSetRoot {
  /// The files that mark a root
  package static let markerFiles = ["recording.json", ".opplint", ".opp-root"]

  /// The folder that marks a root
  package static let markerFolder = "data"

  package enum Kind: Hashable, Sendable {
    case file
    case folder
    case missing
  }

  /// The root for the files in a folder
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - open: the folder that is open, in which `folder` lies; `nil` if none is.
  ///   - kind: the kind of the file or folder at a path.
  package static func find(
    from folder: String, within open: String?, kind: (String) -> Kind
  ) -> String {
    var next: String? = folder
    while let current = next {
      if current == open { return current }
      if open == nil, current != folder, isTop(current) { break }
      if isMarked(current, kind) { return current }
      next = FileURI.folder(of: current)
    }
    return open ?? folder
  }

  /// `true` for `/` and the folders in it
  private static func isTop(_ folder: String) -> Bool {
    folder.utf8.count { $0 == UInt8(ascii: "/") } < 2
  }

  /// `true` if a folder holds a file or folder that marks a root
  private static func isMarked(_ folder: String, _ kind: (String) -> Kind) -> Bool {
    let prefix = folder == "/" ? folder : folder + "/"
    return markerFiles.contains { kind(prefix + $0) == .file }
      || kind(prefix + markerFolder) == .folder
  }
}
