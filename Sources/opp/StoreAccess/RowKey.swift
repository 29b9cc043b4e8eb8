internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppStore
internal import OppSyntax

/// The key of a row of `for each`, as the store keeps it: a JSON array
///
/// ```
/// kept         ["dishes",2]
/// printed      ["dishes", 2]
/// --row takes  dishes, 2   dishes,2   ["dishes", 2]   "dishes", 2   ["dishes",2]
/// ```
enum RowKey {
  /// The key that `--row` means: as `opp history` prints it, with its title or not, or its values alone, joined by commas
  ///
  /// - Returns: nil if no row is named.
  /// - Throws: `CommandFailure` with the nearest key if the Opp is not known to have such a row.
  static func read(
    _ invocation: Invocation, of opp: String, _ store: OpenedStore
  ) throws(CommandFailure) -> String? {
    guard let wanted = invocation.value("--row") else { return nil }
    let rows = try store.work { (store) throws(StoreFailure) in try store.rows(of: opp) }
    for wanted in [wanted, inUTC(wanted)] {
      if let row = rows.first(where: { $0 == wanted || spellings(of: $0).contains(wanted) }) {
        return row
      }
    }
    let titles = try store.work { (store) throws(StoreFailure) in try store.titles(of: opp) }
    // Several rows of one title are distinguished by their keys.
    let titled = titles.filter { $0.value == wanted || "[\($0.value)]" == wanted }.map(\.key)
    if titled.count == 1 { return titled[0] }
    if titled.count > 1 {
      throw .usage(
        "`\(opp)` has several rows `\(wanted)`",
        help: "name one by its key: "
          + titled.sorted().prefix(3).map { "`\(readable($0))`" }.joined(separator: ", "))
    }
    // The nearest key is looked for among spellings that can be typed.
    let names = rows.map { printable(spellings(of: $0)) ?? $0 }
    throw .usage(
      "`\(opp)` has had no row `\(wanted)`",
      help: Invocation.suggestion(for: wanted, among: names)
        ?? names.first.map { "there is, for example, `\($0)`" } ?? "none of its rows has fired yet")
  }

  /// The key as people read it, `["dishes", 2]`: with texts as the language and `opp eval` write them
  ///
  /// ```
  /// ["dishes",2]           ["dishes", 2]
  /// ["2013-01-31T19:00:00Z","a@b"]   ["2013-01-31T19:00:00Z", "a@b"]
  ///                        [2013-01-31T20:00:00+01:00, "a@b"]   in Berlin
  /// ```
  ///
  /// A comma or a colon within a text stays as it is: texts are taken as a whole.
  ///
  /// - Parameter zone: that in which instants are written; nil for the JSON that is kept. The JSON does not mark texts as
  ///  instants: those that have the form of one are taken for one.
  static func readable(_ row: String, in zone: Zone? = nil) -> String {
    var text = ""
    var rest = row.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        let quoted = "\"" + tail(ofText: &rest)
        let content = decoded(quoted)
        if let zone, let content, let instant = instant(content) {
          text += zone.rfc3339(instant)
        } else {
          text += content.map { ValueNotation.textLiteral($0) } ?? quoted
        }
      case ",", ":": text += "\(scalar) "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The words for a row: `[Wash the dishes]` by its title, else its key `["dishes", 2]`; `nil` for no row
  static func words(_ row: String, title: String?, in zone: Zone) -> String? {
    if row.isEmpty { return nil }
    return title.map { "[\($0)]" } ?? readable(row, in: zone)
  }

  /// The instant that a text of a key is as it is kept, `2013-01-31T19:00:00Z`; nil for any other text
  private static func instant(_ text: String) -> Instant? {
    guard let instant = Instant(rfc3339: text), instant.rfc3339 == text else { return nil }
    return instant
  }

  /// A spelling of a key with its local instants as they are kept: `2013-01-31T20:00:00+01:00, a@b` is
  /// `2013-01-31T19:00:00Z, a@b`
  private static func inUTC(_ wanted: String) -> String {
    wanted.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d(?::\d\d)?/#) { match in
      let text = String(match.output)
      return Instant(rfc3339: text)?.rfc3339 ?? text
    }
  }

  /// The key as `firings` has it: `["dishes",2]` is `dishes, 2`
  static func plain(_ row: String) -> String {
    guard row.hasPrefix("["), row.hasSuffix("]") else { return row }
    var parts: [String] = []
    var part = ""
    var depth = 0
    var rest = row.unicodeScalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        let quoted = "\"" + tail(ofText: &rest)
        part += depth == 0 ? decoded(quoted) ?? quoted : quoted
      case "," where depth == 0:
        parts.append(part)
        part = ""
      default:
        if scalar == "[" || scalar == "{" { depth += 1 }
        if scalar == "]" || scalar == "}" { depth -= 1 }
        part.unicodeScalars.append(scalar)
      }
    }
    return (parts + [part]).joined(separator: ", ")
  }

  /// The rest of a text in JSON, whose opening quote has been read, with its closing quote
  private static func tail(ofText rest: inout Substring.UnicodeScalarView) -> String {
    var tail = ""
    while let scalar = rest.popFirst() {
      tail.unicodeScalars.append(scalar)
      if scalar == "\"" { break }
      // An escaped quote does not end the text.
      if scalar == "\\", let escaped = rest.popFirst() { tail.unicodeScalars.append(escaped) }
    }
    return tail
  }

  /// The text of a JSON string with its quotes; nil if it is none
  private static func decoded(_ quoted: String) -> String? {
    (try? JSONValue.parse(Array(quoted.utf8)))?.text
  }

  /// The first spelling that can be typed; the last one has all that cannot be printed escaped
  static func printable(_ spellings: [String]) -> String? {
    spellings.first { $0.printable == $0 } ?? spellings.last
  }

  /// `dishes, 2` and `dishes,2` for `["dishes",2]`; then as people read it, with texts alone and with instants
  private static func spellings(of row: String) -> [String] {
    let bytes = Array(row.utf8)
    guard let values = (try? JSONValue.parse(bytes))?.elements else { return [] }
    let texts = values.map { value in
      value.text
        ?? readable(String(decoding: bytes[value.place.start..<value.place.end], as: UTF8.self))
    }
    let written = [readable(row), inUTC(readable(row, in: .utc))]
    return [texts.joined(separator: ", "), texts.joined(separator: ",")]
      + written.flatMap { [$0, String($0.dropFirst().dropLast())] }
  }
}
