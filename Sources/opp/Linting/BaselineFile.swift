internal import OppJSON
internal import OppLint
internal import OppOutputs
internal import OppRecordings

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

  /// - Throws: `CommandFailure` with status 2 if the file is no baseline, with 3 if it cannot be read.
  static func read(
    _ path: String, in context: CommandContext
  ) throws(CommandFailure) -> Baseline {
    let bytes = try context.bytes(of: path, limit: sizeLimit)
    guard let entries = entries(in: TextFile(path: path, bytes: bytes)) else {
      throw .usage(
        "`\(path)` is not a baseline of `opp lint`",
        help: "write a new one with `opp lint --write-baseline \(path)`")
    }
    return Baseline(entries: entries)
  }

  /// The entries of a document; `nil` if it is no baseline, or one of another version
  private static func entries(in file: TextFile) -> [Baseline.Entry]? {
    guard let root = try? JSONValue.parse(file.bytes, from: file.start),
      integer(root["version"], in: file) == 1, let elements = root["entries"]?.elements
    else { return nil }
    var entries: [Baseline.Entry] = []
    for element in elements {
      guard let rule = element["rule"]?.text, let opp = element["opp"]?.text,
        let fingerprint = element["fingerprint"]?.text,
        let count = integer(element["count"], in: file)
      else { return nil }
      entries.append(
        Baseline.Entry(rule: rule, opp: opp, fingerprint: fingerprint, count: max(0, count)))
    }
    return entries
  }

  /// A whole number, also if it is written as `1.0`; `nil` for anything else
  private static func integer(_ value: JSONValue?, in file: TextFile) -> Int? {
    guard let value, case .number = value.content else { return nil }
    let text = String(
      decoding: file.bytes[value.place.start..<value.place.end], as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
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
