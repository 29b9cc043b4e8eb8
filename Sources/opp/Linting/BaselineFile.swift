internal import Foundation
internal import OppJSON
internal import OppLint
internal import OppOutputs

/// A file of known findings, in JSON
///
/// ```json
/// {"version":1,"entries":[
///   {"rule":"never-true","opp":"X","fingerprint":"043aea2c22c6698aaa49b405dc3f228e","count":1}
/// ]}
/// ```
///
/// A finding is known by its fingerprint, which does not change with lines and layout.
struct BaselineFile {
  /// The name under which it is looked for beside the configuration
  static let fileName = ".opplint-baseline.json"

  /// In bytes: 64 MiB
  private static let sizeLimit = 1 << 26

  /// The document; another version is refused
  private struct Content: Codable {
    var version = 1
    var entries: [Entry]
  }

  /// One finding that is known, as often as `count` says
  private struct Entry: Codable {
    let rule: String
    let opp: String
    let fingerprint: String
    let count: Int
  }

  /// - Throws: `CommandFailure` with status 2 where the file is no baseline, with 3 where it cannot be read.
  static func read(
    _ path: String, in context: CommandContext
  ) throws(CommandFailure) -> Baseline {
    let bytes = try context.bytes(of: path, limit: sizeLimit)
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
      content.version == 1
    else {
      throw .usage(
        "`\(path)` is not a baseline of `opp lint`",
        help: "write a new one with `opp lint --write-baseline \(path)`")
    }
    return Baseline(
      entries: content.entries.map {
        Baseline.Entry(
          rule: $0.rule, opp: $0.opp, fingerprint: $0.fingerprint, count: max(0, $0.count))
      })
  }

  /// Writes a baseline, an entry a line, in an order of its own
  static func write(
    _ baseline: Baseline, to path: String, in context: CommandContext
  ) throws(CommandFailure) {
    let entries = baseline.entries.map { entry in
      JSONText.object { json in
        json.member("rule", string: entry.rule)
        json.member("opp", string: entry.opp)
        json.member("fingerprint", string: entry.fingerprint)
        json.member("count", raw: "\(entry.count)")
      }
    }
    let list = entries.isEmpty ? "[]" : "[\n  \(entries.joined(separator: ",\n  "))\n]"
    let text = "{\"version\":1,\"entries\":\(list)}\n"
    try context.write(Array(text.utf8), to: path)
  }
}
