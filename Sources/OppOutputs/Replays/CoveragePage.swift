internal import OppModel
internal import OppReplay
package import OppSyntax

/// Writes a report of coverage as one page of HTML, without scripts or anything from elsewhere
///
/// The rules as they are written, with each part coloured by the truths that were seen of it, then a table of those
/// that were not. A browser shows it without a network: styles are in the page, and colours follow its dark mode.
///
/// ```
/// <span class="n">2</span>opp &quot;Walk&quot; when <span class="some" title="was never unknown">temp &gt; 20C</span>…
/// ```
package struct CoveragePage {
  package let report: CoverageReport

  /// By the file index that ranges carry
  package let files: [SourceFile]

  package init(report: CoverageReport, files: [SourceFile]) {
    self.report = report
    self.files = files
  }

  /// The whole document; files of which no condition is known are left out
  package var text: String {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Coverage: \(report.percent) %</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
      pre { font: 13px/1.6 ui-monospace, monospace; overflow-x: auto; }
      .n { color: GrayText; display: inline-block; width: 3.5em; text-align: right; padding-right: 1em; }
      .all { background: rgb(0 160 80 / 18%); }
      .some { background: rgb(230 160 0 / 25%); border-bottom: 2px dotted; }
      .none { background: rgb(220 40 40 / 22%); border-bottom: 2px solid; }
      table { border-collapse: collapse; }
      th, td { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
      </style>
      </head>
      <body>
      <h1>Coverage: \(report.percent) %</h1>
      <p>\(report.seen) of \(report.possible) truths seen. <span class="all">All</span>,
      <span class="some">some</span> or <span class="none">none</span> of the truths of a part were seen.</p>

      """
    // Each file with its lines, and below them the parts of which a truth is missing.
    for file in files {
      let items = report.items.filter { $0.place.file == file.index }
      guard !items.isEmpty else { continue }
      page += "<h2>\(escaped(file.path))</h2>\n<pre>\(marked(file, items))</pre>\n"
      page += table(of: items)
    }
    return page + "</body>\n</html>\n"
  }

  /// A row for each part with a truth that was not seen
  private func table(of items: [CoverageReport.Item]) -> String {
    var rows = "<table>\n<tr><th>Opp</th><th>part</th><th>missing</th></tr>\n"
    for item in items where !item.seen.missing.isEmpty {
      let missing = item.seen.missing.map { $0.word }.joined(separator: ", ")
      rows += "<tr><td>\(escaped(item.opp))</td>"
      rows += "<td>\(item.text.map { "<code>\(escaped($0))</code>" } ?? "the condition")</td>"
      rows += "<td>\(missing)</td></tr>\n"
    }
    return rows + "</table>\n"
  }

  /// The lines of a file, with the least part at each byte marked by the truths that were seen of it
  ///
  /// `owner` has the item of each byte of the file; runs of one item become a mark, split at the ends of lines.
  private func marked(_ file: SourceFile, _ items: [CoverageReport.Item]) -> String {
    var owner: [Int?] = Array(repeating: nil, count: file.bytes.count)
    // Larger places first, so that the parts inside them come over them.
    let order = items.indices.sorted { length(items[$0]) > length(items[$1]) }
    // A condition of more than 400 bytes is not coloured as a whole: the page would be one patch.
    for index in order where items[index].text != nil || length(items[index]) < 400 {
      let range = items[index].place
      for byte in Int(range.start)..<min(Int(range.end), owner.count) { owner[byte] = index }
    }
    // Runs of bytes with one owner; every line begins with its number.
    var text = ""
    var line = 1
    text += number(line)
    var start = 0
    while start < file.bytes.count {
      let mark = owner[start]
      var end = start
      while end < file.bytes.count, owner[end] == mark { end += 1 }
      let words = String(decoding: file.bytes[start..<end], as: UTF8.self)
      for (index, part) in words.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          line += 1
          let isLast = end == file.bytes.count && part.isEmpty
          text += isLast ? "" : "\n" + number(line)
        }
        guard let mark, !part.isEmpty else {
          text += escaped(String(part))
          continue
        }
        let seen = items[mark].seen
        let name = seen.missing.isEmpty ? "all" : seen.count == 0 ? "none" : "some"
        text += "<span class=\"\(name)\" title=\"\(seen.words)\">\(escaped(String(part)))</span>"
      }
      start = end
    }
    return text
  }

  /// The length of the place of an item, in bytes
  private func length(_ item: CoverageReport.Item) -> Int32 { item.place.end - item.place.start }

  /// The number before a line
  private func number(_ line: Int) -> String { "<span class=\"n\">\(line)</span>" }

  /// A text for HTML; control characters become spaces
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default:
        result +=
          String(character).unicodeScalars.allSatisfy { $0.isControl } ? " " : String(character)
      }
    }
    return result
  }
}
