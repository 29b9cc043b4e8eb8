/// Several mistakes in one phrase: one message says how all of it is written
///
///     temp is greater than 25 degrees
///     ─────────────┬───────── ───┬───
///         a foreign phrase   a unit apart      together: write `temp > 25C`
///
/// The parts are found as usual, each with its problem. Then the problems within the phrase are withdrawn, their edits
/// are applied to its text, and the result is the help of the one problem that is left.
enum ProblemMending {
  /// The text of everything parsed since a mark, as the problems reported in it leave it when their help
  /// is followed; these problems are withdrawn
  static func takeMendedText(_ parser: inout Parser, from mark: Int) -> String {
    takeMendedText(&parser, of: parser.range(from: mark))
  }

  /// Takes the mended text as ``takeMendedText(_:from:)`` does, of a range of the file
  private static func takeMendedText(_ parser: inout Parser, of range: SourceRange) -> String {
    let (text, mended) = mendedText(parser, of: range)
    parser.problems.removeAll { mended.contains($0) }
    return text
  }

  /// The text of a range as the problems in it leave it when their help is followed, and these problems
  static func mendedText(
    _ parser: borrowing Parser, of range: SourceRange
  ) -> (text: String, problems: [SyntaxProblem]) {
    var text = ""
    var start = range.start
    var mended: [SyntaxProblem] = []
    for problem in problems(parser, in: range) {
      guard let edit = mendingEdit(parser, of: problem), edit.range.start >= start,
        edit.range.end <= range.end
      else { continue }
      text += parser.source.text(SourceRange(file: range.file, start: start, end: edit.range.start))
      text += edit.replacement
      start = edit.range.end
      mended.append(problem)
    }
    text += parser.source.text(SourceRange(file: range.file, start: start, end: range.end))
    return (text, mended)
  }

  /// The problems within a range, in the order of their places
  private static func problems(_ parser: borrowing Parser, in range: SourceRange) -> [SyntaxProblem]
  {
    parser.problems.filter { range.contains($0.range) }.sorted { $0.range < $1.range }
  }

  /// Replaces the problems of all that was read since a place by one, if they are several and the help
  /// of each of them can be followed there
  static func mergeProblems(_ parser: inout Parser, from place: SourceRange) {
    let range = place.union(parser.endOfPrevious)
    let inside = problems(parser, in: range)
    guard inside.count > 1, inside.allSatisfy({ mendingEdit(parser, of: $0) != nil }) else {
      return
    }
    let meant = takeMendedText(&parser, of: range)
    parser.report(.foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
  }

  /// The one edit that mends a problem; `nil` if there is none, or it may change the meaning
  ///
  ///     30 min → ` min` becomes `min`     at least 10min → `at least ` is removed     no fix, or an unsafe one → nil
  private static func mendingEdit(_ parser: borrowing Parser, of problem: SyntaxProblem) -> Edit? {
    if case .needlessWord = problem.kind {
      var end = problem.range.end
      while Int(end) < parser.source.bytes.count, parser.source.bytes[Int(end)] == 0x20 { end += 1 }
      let range = SourceRange(file: problem.range.file, start: problem.range.start, end: end)
      return Edit(range: range, replacement: "")
    }
    let fix = problem.diagnostic.fix
    if case .foreignPhrase = problem.kind { return fix?.edits.first }
    guard let fix, fix.applicability == .safe, fix.edits.count == 1 else { return nil }
    return fix.edits[0]
  }

  // MARK: Comparisons

  /// Reports `weekday = Monday` and `month = June`, whose sign and name are both to be written otherwise;
  /// `false` if nothing but the sign is
  ///
  /// - Requires: the comparison from `mark` on was parsed, and its sign reported last.
  static func reportEqualDay(
    _ parser: inout Parser, from mark: Int, _ leftSide: SourceRange, _ rightSide: SourceRange
  ) -> Bool {
    guard let last = parser.problems.last, last.kind == .singleEqual else { return false }
    let (left, right) = (parser.source.text(leftSide), parser.source.text(rightSide))
    let name = right.hasPrefix("\"") ? String(right.dropFirst().dropLast()) : right
    let meant: String
    if left == "weekday", let condition = ForeignDate.condition(ofDay: name) {
      meant = condition
    } else if left == "month", let month = ForeignDate.month(named: name) {
      meant = "month == \(ForeignDate.nameOfMonth(month))"
    } else {
      return false
    }
    guard meant != "\(left) == \(right)" else { return false }
    parser.problems.removeLast()
    parser.reportPhrase(from: mark, meant: meant)
    return true
  }

  /// Puts the day that is meant in place of all of `today == last Friday of the month`; `false` if there is none
  ///
  /// - Requires: the comparison from `mark` on was parsed, and its right side reported last.
  static func absorbDay(
    _ parser: inout Parser, from mark: Int, _ leftSide: SourceRange,
    _ middle: (kind: TokenKind, side: SourceRange)
  ) -> Bool {
    guard let last = parser.problems.last, last.range == middle.side,
      case .foreignPhrase(_, let meant, nil) = last.kind,
      ["today", "date", "weekday", "day"].contains(parser.source.text(leftSide)),
      meant.hasPrefix("weekday ") || meant.hasPrefix("today") || meant.hasPrefix("month ")
    else { return false }
    parser.problems.removeLast()
    parser.reportPhrase(
      from: mark, meant: middle.kind == .notEqual ? "not (\(meant))" : meant)
    return true
  }

  /// Parses `today` behind `plug.energy > 5kWh`, whose value counts up; `false` if there is none
  ///
  ///     plug.energy > 5 kWh today → increase(plug.energy, since today + 0:00) > 5kWh
  static func parseTodayBehind(
    _ parser: inout Parser, from mark: Int, _ left: SourceRange, rest: Int
  ) -> Bool {
    guard parser.at(.name), parser.spelling() == "today", !parser.startsLine, !parser.isInNotify,
      parser.source.text(left).utf8.contains(UInt8(ascii: "."))
    else { return false }
    let limit = takeMendedText(&parser, from: rest)
    parser.take()
    parser.reportPhrase(
      from: mark,
      meant: "increase(\(parser.source.text(left)), since today + 0:00) \(limit)")
    return true
  }

  /// Parses the place behind `distance < 1km from home`; `false` if there is none
  ///
  /// - Parameter rest: the mark of the sign and the limit.
  static func parsePlaceOfDistance(
    _ parser: inout Parser, from mark: Int, _ left: SourceRange, rest: Int
  ) -> Bool {
    guard parser.at(.name), !parser.isInNotify, ["from", "to", "of"].contains(parser.spelling()),
      parser.source.text(left) == "distance"
    else {
      return false
    }
    let count = ["the", "my"].contains(parser.spelling(ahead: 1)) ? 2 : 1
    guard parser.peek(count) == .name, parser.contextualWord(ahead: count) == nil,
      !parser.startsLine(ahead: count)
    else { return false }
    let place = parser.word(ahead: count)
    let limit = takeMendedText(&parser, from: rest)
    for _ in 0...count { parser.take() }
    parser.reportPhrase(from: mark, meant: "distance(\(place)) \(limit)")
    return true
  }

  // MARK: Parts of numbers

  /// Parses `of 10` behind `50%`; `false` if there is none
  static func parseShare(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.builder.kind(at: mark) == .literal, parser.spelling() == "of",
      parser.beginsPlainOperand(ahead: 1)
    else {
      return false
    }
    let range = parser.range(from: mark)
    let isShare =
      parser.text(from: mark).hasSuffix("%")
      || parser.problems.contains { $0.isPercentApart(at: range) }
    guard isShare else { return false }
    var number = takeMendedText(&parser, from: mark)
    number.removeLast()
    parser.take()
    let whole = parser.mark
    ExpressionGrammar.parsePrefixed(&parser)
    parser.reportPhrase(
      from: mark, meant: "\(Self.hundredth(of: number)) * \(takeMendedText(&parser, from: whole))")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// A number with its point two digits to the left: `0.5` of `50`
  ///
  ///     50 → 0.5     5 → 0.05     250 → 2.5     100 → 1     12.5 → 0.125
  private static func hundredth(of number: String) -> String {
    let parts = number.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var whole = parts.first ?? ""
    while whole.utf8.count < 3 { whole = "0" + whole }
    var fraction = String(whole.suffix(2)) + (parts.count > 1 ? parts[1] : "")
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let head = String(whole.dropLast(2))
    return fraction.isEmpty ? head : "\(head).\(fraction)"
  }
}

extension SyntaxProblem {
  /// `true` if a percent sign stands apart from the number of a range
  fileprivate func isPercentApart(at range: SourceRange) -> Bool {
    guard case .unitApart(_, _, _, _, "%") = kind else { return false }
    return self.range == range
  }
}
