/// A path as text: its parts, and the paths that follow from it
///
/// ```
/// /home/ada/rules/lunch.opp    name lunch.opp    parent /home/ada/rules
/// lunch.opp                    name lunch.opp    parent .
/// rules/                       name rules        parent .
/// /                            name /            parent /
/// ```
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given: relative paths begin at the working folder of the process
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package var isAbsolute: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// The last part; `/` of the root, and nothing of the empty path
  package var name: String {
    guard let last = text.split(separator: "/").last else { return isAbsolute ? "/" : "" }
    return String(last)
  }

  /// The folder that it is in, by its text alone
  package var parent: FilePath {
    var parts = text[...]
    while parts.count > 1, parts.last == "/" { parts.removeLast() }
    guard let slash = parts.lastIndex(of: "/") else { return FilePath(".") }
    parts = parts[..<slash]
    while parts.last == "/" { parts.removeLast() }
    return FilePath(parts.isEmpty ? "/" : String(parts))
  }

  /// The path of a name in this folder
  package func appending(_ name: String) -> FilePath {
    FilePath(text.hasSuffix("/") || text.isEmpty ? text + name : text + "/" + name)
  }

  /// An absolute path without `.`, `..`, doubled slashes and a slash at its end, by its text alone
  ///
  /// `rules/../a.opp` in `/home/ada` is `/home/ada/a.opp`, also if `rules` is a link to somewhere else.
  package var standardized: FilePath {
    let whole = isAbsolute ? text : Self.workingFolder + "/" + text
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return FilePath("/" + parts.joined(separator: "/"))
  }

  /// The working folder of this process; empty if it has been removed
  private static var workingFolder: String {
    // The text is the caller's to free.
    guard let text = getcwd(nil, 0) else { return "" }
    defer { free(text) }
    return String(cString: text)
  }

  // MARK: Links

  /// The absolute path of the file without any link in it
  ///
  /// - Throws: if there is no such file, or a folder on the way cannot be searched.
  package func resolved() throws(SystemFailure) -> FilePath {
    let path = try SystemFailure.checked(text)
    while true {
      if let found = realpath(path, nil) {
        // The text is the caller's to free.
        defer { free(found) }
        return FilePath(String(cString: found))
      }
      let code = errno
      guard code == EINTR else { throw SystemFailure(code: code) }
    }
  }

  /// The path that a file which is written here has: the target of a link, also if no file is there yet
  ///
  /// With `lamp.csv -> ../shared/lamp.csv`, `/a/b/lamp.csv` leads to `/a/b/../shared/lamp.csv`.
  ///
  /// - Throws: `ELOOP` if links lead in a circle.
  package func followingLinks() throws(SystemFailure) -> FilePath {
    var path = FilePath(try SystemFailure.checked(text))
    for _ in 0..<Self.linkLimit {
      guard let target = path.linkTarget else { return path }
      let folder = path.text.lastIndex(of: "/").map { String(path.text[...$0]) } ?? ""
      path = FilePath(target.hasPrefix("/") ? target : folder + target)
    }
    throw SystemFailure(code: ELOOP)
  }

  /// The content of a link; `nil` for anything else
  package var linkTarget: String? {
    guard let path = try? SystemFailure.checked(text) else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // It adds no zero at the end, and fails with EINVAL on everything but a link.
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The most links of a path that the systems follow
  private static let linkLimit = 40
}
