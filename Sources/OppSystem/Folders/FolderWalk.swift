/// The files and folders below a folder, found one folder after the other
///
/// A link is listed and not followed, but for the folder itself; another file system is not entered. So a walk ends.
///
/// ```
/// rules -> /srv/opps         the walk begins in /srv/opps
/// rules/home/a.opp           home/a.opp
/// rules/shared -> /mnt       shared, and nothing in it
/// rules/.git/config          neither, if names with a dot are left out
/// ```
package struct FolderWalk {
  /// A path from the folder on, such as `home/a.opp`
  package struct Entry: Hashable, Sendable {
    package let path: String
    package let isFolder: Bool
  }

  /// Every entry, in no order
  package private(set) var entries: [Entry] = []

  /// The paths of folders that have not been looked into; the empty path is the root
  private var pending = [""]

  /// Walks through a folder; a folder that cannot be read has no entries
  ///
  /// - Parameter isWanted: `true` for the names that are listed; a folder that is left out is not entered.
  /// - Complexity: linear in the number of files and folders below it.
  package init(below root: String, where isWanted: (_ name: String) -> Bool = { _ in true }) {
    var device: UInt64?
    while let folder = pending.popLast() {
      let place = folder.isEmpty ? FilePath(root) : FilePath(root).appending(folder)
      guard let found = try? Folder.entries(of: place.text) else { continue }
      guard found.device == device ?? found.device else { continue }
      device = found.device
      for entry in found.list where isWanted(entry.name) {
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        let isFolder = (entry.kind ?? Self.kind(of: place.appending(entry.name))) == .folder
        entries.append(Entry(path: path, isFolder: isFolder))
        if isFolder { pending.append(path) }
      }
    }
  }

  /// The kind of a file itself; `nil` if it has gone
  private static func kind(of path: FilePath) -> FileStatus.Kind? {
    (try? FileStatus(of: path.text, followsLinks: false))?.kind
  }
}
