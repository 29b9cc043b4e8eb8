package import OppModel
package import OppSemantics
internal import OppSyntax

/// The files that rules connect, with the options that they give them
///
/// The options also hold when a folder is read as a recording, if it has the very file under the name of the source or
/// table. Paths are compared as they are written.
///
/// ```opp
/// connect weather to csv("data/weather.csv", dates: "mdy")
/// ```
package struct ConnectedFiles: Sendable {
  private let files: [File]

  private struct File {
    let target: String

    /// The folders and the name
    let path: [String]
    let options: FileOptions
  }

  package init(_ analysis: Analysis) {
    files = analysis.connections.compactMap { connection in
      guard !connection.fileOptions.isEmpty, let path = connection.path(in: analysis) else {
        return nil
      }
      return File(
        target: connection.target, path: Self.parts(of: path), options: connection.fileOptions)
    }
  }

  /// The options of the files of a folder, by the names of the files
  package func options(in folder: String) -> [String: FileOptions] {
    let folder = Self.parts(of: folder)
    var found: [String: FileOptions] = [:]
    for file in files {
      guard let name = file.path.last, name.hasPrefix(file.target + "."),
        file.path.dropLast().elementsEqual(folder)
      else { continue }
      found[name] = file.options
    }
    return found
  }

  /// The folders and the name of a path, without `.` and `..`
  private static func parts(of path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts
  }
}

extension Connection {
  /// The path of the file that it names, seen from where the rules are; `nil` if it names none
  fileprivate func path(in analysis: Analysis) -> String? {
    guard case .constant(.text(let path), _)? = options.first(where: { $0.name == "file" })?.value
    else { return nil }
    let rules = analysis.files.first { $0.index == range.file }?.path ?? ""
    guard !path.hasPrefix("/"), let slash = rules.lastIndex(of: "/") else { return path }
    return rules[...slash] + path
  }
}
