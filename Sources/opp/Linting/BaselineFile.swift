internal import Foundation
internal import OppJSON
internal import OppLint
internal import OppOutputs

/// A file of known findings, in JSON
struct BaselineFile {
  /// The name under which it is looked for beside the configuration
  static let fileName = ".opplint-baseline.json"

  private static let sizeLimit = 1 << 26

  private struct Content: Codable {
    var version = 1
    var entries: [Entry]
  }

  private struct Entry: Codable {
    let rule: String
    let opp: String
    let fingerprint: String
    let count: Int
  }

  /// - Throws: `CommandFailure` with status 2 where the file is no baseline, with 3 where it cannot be read.
  static func read(
    _ path: String, in surroundings: Surroundings
  ) throws(CommandFailure) -> Baseline {
    let bytes = try surroundings.bytes(of: path, limit: sizeLimit)
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
    _ baseline: Baseline, to path: String, in surroundings: Surroundings
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
    do {
      try Data(text.utf8).write(
        to: URL(filePath: surroundings.resolved(path)), options: .atomic)
    } catch {
      throw .outside("`\(path)` cannot be written")
    }
  }
}
