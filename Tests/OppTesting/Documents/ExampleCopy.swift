package import Foundation

/// A copy of `examples` whose recordings are cut to the days that a test needs
///
/// A replay begins where its data do: of the year in Greensboro, half goes by before a day in June. Cut to its last
/// weeks, it says the same of that day, unless something is remembered for longer. Under `OPP_LONG_TESTS=1` the
/// recordings are whole.
///
/// ```
/// weather.csv     time,sky,temp                      stays
///                 2013-01-01T06:00:00Z,clouds,10.0   before the first day: left out
///                 2013-06-02T16:00:00Z,clear,31.0    stays
/// recording.json  "from": "2013-01-01T…"             "from": "2013-05-01T…"
/// ```
///
/// Files of less than 100 KB stay whole: some have nothing but what happened long ago.
package enum ExampleCopy {
  /// Writes the examples as `examples` into a folder
  ///
  /// - Parameters:
  ///   - first: the first day of which readings are kept, such as `2013-05-01`; nil from the beginning.
  ///   - end: the first day of which none are kept; nil to the end.
  package static func write(
    into folder: URL, from first: String? = nil, to end: String? = nil
  ) throws {
    for (path, content) in try texts.get() {
      let file = folder.appending(path: "examples/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (LawSeeds.isLong ? content : cut(content, path, from: first, to: end)).write(to: file)
    }
  }

  /// The content of a file between two days
  private static func cut(
    _ content: Data, _ path: String, from first: String?, to end: String?
  ) -> Data {
    if content.count >= 100_000, content.starts(with: header) {
      return lines(of: content, from: first, to: end)
    }
    let from = Data(#""from": ""#.utf8)
    guard let first, path.hasSuffix("/recording.json"), let key = content.range(of: from) else {
      return content
    }
    let day = content[key.upperBound...].prefix(10)
    guard day.lexicographicallyPrecedes(Array(first.utf8)) else { return content }
    return content[..<key.upperBound] + Data(first.utf8) + content[day.endIndex...]
  }

  /// The first column of the files that are cut
  private static let header = Data("time,".utf8)

  /// The files of the examples, by their paths
  private static let texts = Result { () throws -> [(path: String, content: Data)] in
    let root = Repository.root.appending(path: "examples")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .compactMap { path in
        let file = root.appending(path: path)
        // Not what was built in it.
        guard !path.contains("/."), !file.hasDirectoryPath,
          let content = try? Data(contentsOf: file)
        else { return nil }
        return (path, content)
      }
  }

  /// The lines whose first ten characters are a day of `[first, end)`, and the header
  ///
  /// Lines are in the order of time, so that those that stay are in one piece.
  private static func lines(of content: Data, from first: String?, to end: String?) -> Data {
    let newline = Data("\n".utf8)
    guard let headerEnd = content.range(of: newline)?.upperBound else { return content }
    /// The beginning of the first line of a day or of a later one, found by halving
    func beginning(of day: String) -> Data.Index {
      let day = Array(day.utf8)
      var (low, high) = (headerEnd, content.endIndex)
      while low < high {
        let middle = low + (high - low) / 2
        // The line that holds `middle`, which may be the last of its half.
        let start =
          content.range(of: newline, options: .backwards, in: low..<middle)?.upperBound ?? low
        let next = content.range(of: newline, in: middle..<high)?.upperBound ?? high
        if content[start..<next].prefix(10).lexicographicallyPrecedes(day) {
          low = next
        } else {
          high = start
        }
      }
      return low
    }
    let from = first.map { beginning(of: $0) } ?? headerEnd
    let to = max(from, end.map { beginning(of: $0) } ?? content.endIndex)
    return content[..<headerEnd] + content[from..<to]
  }
}
