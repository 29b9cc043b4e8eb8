package import OppModel
internal import OppSystem

/// A file that the rules connect a source or a table to, with the options of that connection
///
/// ```opp
/// connect weather to csv("data/weather.csv", dates: "mdy")
/// ```
package struct ConnectedFile {
  /// The source or the table
  private let target: String
  private let path: String
  private let options: FileOptions

  /// - Parameter path: with the folders that it starts from.
  package init(target: String, path: String, options: FileOptions) {
    self.target = target
    self.path = path
    self.options = options
  }

  /// The options of the files of a recording, by their names: those of files that are read for the same source or table
  static func options(
    of names: [String], in folder: String, _ connected: [ConnectedFile]
  ) -> [String: FileOptions] {
    var found: [String: FileOptions] = [:]
    for file in connected where !file.options.isEmpty {
      let name = FilePath(file.path).name
      guard name.hasPrefix(file.target + "."), names.contains(name),
        isSame(file.path, folder + "/" + name)
      else { continue }
      found[name] = file.options
    }
    return found
  }

  /// `true` if two paths lead to one file
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let paths = [left, right].map { FilePath($0).standardized }
    if paths[0].description == paths[1].description { return true }
    guard let first = try? paths[0].followingLinks(), let second = try? paths[1].followingLinks()
    else { return false }
    return first.description == second.description
  }
}
