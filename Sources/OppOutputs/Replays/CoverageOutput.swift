internal import OppJSON
internal import OppModel
internal import OppReplay
package import OppSyntax

/// Prints a report of coverage in the manner that `--format` names
///
/// For `opp "Walk" when temp > 20C and busy`, of which tests have seen everything but unknown readings:
///
/// ```
/// coverage 66 % (6 of 9 truths seen)
///   "Walk"  rules.opp:2
///     the condition was never unknown
///     `temp > 20C` was never unknown
///     `busy` was never unknown
/// ```
///
/// Each part counts three truths, or two if it cannot be unknown.
package struct CoverageOutput {
  package let report: CoverageReport

  /// By the file index that ranges carry
  package let files: [SourceFile]
  package let console: Console

  package init(report: CoverageReport, files: [SourceFile], console: Console) {
    self.report = report
    self.files = files
    self.console = console
  }

  /// The file of a place
  private func file(_ range: SourceRange) -> SourceFile { files[Int(range.file)] }

  /// The line of the start of a place, from 1
  private func line(_ range: SourceRange) -> Int { file(range).position(at: range.start).line }

  // MARK: For people

  /// Prints the share, then the truths that were not seen
  package func printText() {
    guard report.possible > 0 else { return console.line("no conditions") }
    console.line("coverage \(report.percent) % (\(report.seen) of \(report.possible) truths seen)")
    // The heading of an Opp comes with its first part that is not covered; untested ones are counted below.
    var opp: Int?
    for item in report.items where !item.seen.missing.isEmpty {
      if item.rule != opp, !report.untested.contains(item.opp) {
        opp = item.rule
        let place = "\(file(item.place).path):\(line(item.place))"
        console.line("  \(ValueNotation.textLiteral(item.opp))  \(console.styled(place, .faint))")
      }
      guard item.rule == opp else { continue }
      console.line("    \(item.text.map { "`\($0)`" } ?? "the condition") \(item.seen.words)")
    }
    if !report.untested.isEmpty {
      let names = report.untested.map(ValueNotation.textLiteral).joined(separator: ", ")
      console.line("  no test expects anything of \(names)")
    }
  }

  /// Tests that would see more, ready to be pasted
  package func print(_ tests: [SuggestedTest]) {
    guard !tests.isEmpty else { return }
    // One test reads `this test`, several `these 3 tests`.
    let count = tests.count
    console.line(
      count == 1
        ? "this test would see more (`--write` adds it):"
        : "these \(count) tests would see more (`--write` adds them):")
    for test in tests {
      for line in test.text.split(separator: "\n") { console.line("  \(line)") }
    }
  }

  /// An object for each test that would see more
  ///
  /// `{"type":"suggestion","path":"rules.opp","test":"test \"Walk: raining is true\"\n  given …\n"}`
  package func printJSON(_ tests: [SuggestedTest]) {
    for test in tests {
      console.line(
        JSONText.object { json in
          json.member("type", string: "suggestion")
          json.member("path", string: test.path)
          json.member("test", string: test.text)
        })
    }
  }

  // MARK: For programs

  /// An object for each condition and part, then the totals
  ///
  /// ```json
  /// {"type":"coverage","opp":"Walk","part":"busy","path":"rules.opp","line":2,"column":32,…,"was_unknown":false}
  /// {"type":"coverage-total","seen":6,"possible":9,"percent":66}
  /// ```
  ///
  /// The condition as a whole has no `part`; `was_unknown` is left out if it cannot be.
  package func printJSON() {
    for item in report.items {
      console.line(
        JSONText.object { json in
          json.member("type", string: "coverage")
          json.member("opp", string: item.opp)
          if let text = item.text { json.member("part", string: text) }
          // The place of a part, so that an editor can mark it.
          let (start, end) = positions(item.place)
          json.member("path", string: file(item.place).path)
          json.member("line", raw: "\(start.line)")
          json.member("column", raw: "\(start.column)")
          json.member("end_line", raw: "\(end.line)")
          json.member("end_column", raw: "\(end.column)")
          json.member("was_true", raw: "\(item.seen.wasTrue)")
          json.member("was_false", raw: "\(item.seen.wasFalse)")
          if item.seen.canBeUnknown { json.member("was_unknown", raw: "\(item.seen.wasUnknown)") }
        })
    }
    console.line(
      JSONText.object { json in
        // The last line has the sums of all.
        json.member("type", string: "coverage-total")
        json.member("seen", raw: "\(report.seen)")
        json.member("possible", raw: "\(report.possible)")
        json.member("percent", raw: "\(report.percent)")
      })
  }

  /// The lines and columns of both ends, from 1
  private func positions(_ range: SourceRange) -> (start: SourcePosition, end: SourcePosition) {
    (file(range).position(at: range.start), file(range).position(at: range.end))
  }

  /// The trace file of `geninfo(1)`: a branch for each truth of each condition and part
  ///
  /// For a condition in line 2 that was true and false, and never unknown, and nothing else in the file:
  ///
  /// ```
  /// TN:
  /// SF:rules.opp
  /// BRDA:2,0,0,1       line, block (the item), branch (0 true, 1 false, 2 unknown), whether it was seen
  /// BRDA:2,0,1,1
  /// BRDA:2,0,2,0
  /// BRF:3              branches found, and hit
  /// BRH:2
  /// DA:2,1             a line with any truth seen
  /// LF:1               lines found, and hit
  /// LH:1
  /// end_of_record
  /// ```
  package func printTrace() {
    for file in files {
      let items = report.items.filter { $0.place.file == file.index }
      guard !items.isEmpty else { continue }
      console.line("TN:")
      console.line("SF:\(file.path)")
      var (found, hit) = (0, 0)
      // A line counts as hit if anything in it was seen.
      var lines: [Int: Bool] = [:]
      for (block, item) in items.enumerated() {
        let line = line(item.place)
        let branches: [Bool] =
          [item.seen.wasTrue, item.seen.wasFalse]
          + (item.seen.canBeUnknown ? [item.seen.wasUnknown] : [])
        for (number, isSeen) in branches.enumerated() {
          console.line("BRDA:\(line),\(block),\(number),\(isSeen ? "1" : "0")")
        }
        found += branches.count
        hit += branches.count { $0 }
        lines[line] = (lines[line] ?? false) || branches.contains(true)
      }
      console.line("BRF:\(found)")
      console.line("BRH:\(hit)")
      for (line, isSeen) in lines.sorted(by: { $0.key < $1.key }) {
        console.line("DA:\(line),\(isSeen ? 1 : 0)")
      }
      console.line("LF:\(lines.count)")
      console.line("LH:\(lines.values.count { $0 })")
      console.line("end_of_record")
    }
  }
}

/// A test that would see more of the conditions
package struct SuggestedTest {
  /// The path of the file that contains its Opp
  package let path: String

  /// A declaration, ready to be put into the file
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
