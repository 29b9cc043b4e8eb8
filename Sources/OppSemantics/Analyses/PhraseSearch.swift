internal import OppSyntax

/// Looks for the text that is meant by a line of which no advice alone leads to a line without mistakes
///
/// From the line as it is, each step follows the advice of a message, or puts a meaning of the phrasebook in place of a
/// phrase; the checker looks at the text after each. The first text without mistakes is the advice of one message.
/// Several mistakes become one message if one of them is a phrase, if all are in one comparison, or if the advice of one
/// of them ends all.
///
/// ```
/// due is in the past     `due < now`, an instant and a date; `due < today` → write `due < today`
/// current temp > 25      `temp > 25`, which lacks a unit; `temp > 25C` → write `temp > 25C`
/// humidity = 80          `==`, and `80%`, in one comparison → write `== 80%`
/// SUM(bills.amount) > 9  `sum(bills.amount) > 9`, which lacks a unit    → write `sum(bills.amount) > 9EUR`
/// ```
struct PhraseSearch {
  /// The most bytes that are checked for one line of a rule set, in two texts at least
  private static let byteLimit = 1 << 16

  /// The most texts of one line that are checked
  private static let textLimit = 20

  /// The most texts that one step of a line leads to
  private static let choiceLimit = 18

  /// The same on the way
  private static let laterChoiceLimit = 8

  /// The most texts of a line without a phrase that are checked
  private static let adviceLimit = 6

  /// The most lines that are examined
  private static let lineLimit = 16

  /// The most steps from a line to the text that is meant
  private static let stepLimit = 5

  /// The most messages of a line whose advice is tried alone
  private static let helpLimit = 3

  /// The most bytes of a phrase
  private static let spanLimit = 160

  /// The code of a name that is declared twice, which no other text of the line would mean
  private static let duplicateName = "duplicate-name"

  /// The files of the rule set, without the prelude
  let files: [SourceFile]

  /// Checks files as they were checked, but for this search
  let analyze: ([SourceFile]) -> [Diagnostic]

  /// The trial of the texts of a line; `nil` if each text needs a check of the whole rule set
  let trial: (Line) -> DeclarationTrial?

  /// A line of a file
  struct Line: Hashable {
    let file: Int
    let index: Int
  }

  /// The state of a search
  private struct Search {
    let line: Line

    /// The trial of the texts of the line
    let trial: DeclarationTrial?

    /// The number of errors elsewhere
    let others: Int

    /// The number of errors elsewhere that the trial does not count
    let beyond: Int

    /// `true` if the messages of the line are about one mistake, or about one comparison
    let isOne: Bool

    /// The number of texts that may still be checked
    var left: Int

    /// The texts of the line that were checked
    var seen: Set<String> = []

    /// `true` if a phrase was replaced on the way
    var hasPhrase = false

    /// The meaning of the last phrase, if it may have another as well
    var choice: (meant: String, also: String)?
  }

  /// The diagnostics with those of a line in one, if a text without mistakes is found for it
  func completed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let size = files.reduce(0) { $0 + $1.bytes.count }
    let errors = diagnostics.filter { $0.severity == .error }
    guard !errors.isEmpty, size > 0, size <= Self.byteLimit else { return diagnostics }
    var result = diagnostics
    var lines: [Line] = []
    for error in errors {
      guard let line = line(of: error), !lines.contains(line) else { continue }
      lines.append(line)
    }
    let texts = max(2, min(Self.textLimit, Self.byteLimit / size))
    for line in lines.prefix(Self.lineLimit) {
      let own = errors.filter { self.line(of: $0) == line }
      let others = errors.filter { self.line(of: $0) != line }
      // Those of a line may have ended with the mistake of a line before it.
      guard own.contains(where: { result.contains($0) }),
        !own.allSatisfy({ $0.code == Self.duplicateName })
      else { continue }
      // `--fix` mends each of them as it was meant in earlier versions.
      if own.allSatisfy({ hadMeaning($0) }) { continue }
      let phrases = rewritings(of: files[line.file], own, on: line)
      guard !phrases.isEmpty || own.contains(where: { hasAdvice($0, on: line) }),
        !phrases.isEmpty || own.count > 1 || !isSpelling(own[0])
      else { continue }
      let trial = trial(line)
      if let found = helpful(own, on: line, trial, besides: others, phrases.isEmpty) {
        let ended = own.filter { $0 != found.message } + followers(in: others, found.left)
        result.removeAll { ended.contains($0) }
        if let place = result.firstIndex(of: found.message) { result[place] = found.offered }
        continue
      }
      let isOne = own.count == 1 || isOneComparison(own, on: line)
      guard isOne || !phrases.isEmpty else { continue }
      let most = trial == nil ? texts : Self.textLimit
      var search = Search(
        line: line, trial: trial, others: others.count,
        beyond: others.count { trial?.looks(at: $0.range) != true },
        isOne: isOne, left: phrases.isEmpty ? min(Self.adviceLimit, most) : most)
      search.seen.insert(files[line.file].lineText(at: line.index))
      guard let found = find(&search, own),
        let message = message(of: own, found, search)
      else { continue }
      let place = result.firstIndex(of: own[0]) ?? result.count
      let ended = own + followers(in: others, self.errors(with: found, on: line).others)
      result.removeAll { ended.contains($0) }
      result.insert(message, at: min(place, result.count))
    }
    return withoutRepetitions(withoutFollowers(result))
  }

  // MARK: Followers

  /// The mistakes after which a parser understands the rest of a clause wrongly
  private static let breaks = [
    "not-a-clause", "not-a-declaration", "not-a-step", "unexpected-word", "missing-expression",
    "missing-closing", "missing-word", "missing-name", "missing-type", "unexpected-character",
    "braces-around-clauses",
  ]

  /// The diagnostics without those that only follow from a break before them in the same clause
  ///
  ///     tasks.reduce((a, t) => a + t.cost, 0)     the `=>` and the second `,` follow
  private func withoutFollowers(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let errors = diagnostics.filter { $0.severity == .error }
    guard errors.count > 1 else { return diagnostics }
    var ended: [Diagnostic] = []
    for broken in errors where Self.breaks.contains(broken.code) && !ended.contains(broken) {
      guard let line = line(of: broken) else { continue }
      ended += errors.filter {
        $0 != broken && self.line(of: $0) == line && $0.range > broken.range
          && Phrasebook.isOneClause(
            broken.range.union($0.range), of: files[line.file], line: line.index)
      }
    }
    return diagnostics.filter { !ended.contains($0) }
  }

  /// The errors elsewhere that only follow from a mistake, since they are not among those that are left without it
  ///
  /// Those about a name that it declares: these are checked again with it in an editor, where other lines are not.
  ///
  ///     enum Mood [glad, sad]          the one message
  ///     opp "a" when mood == glad      follows from it
  private func followers(in others: [Diagnostic], _ left: [Diagnostic]) -> [Diagnostic] {
    guard left.count < others.count else { return [] }
    return others.filter { other in
      guard other.code.hasPrefix("unknown-") || other.code == "not-a-function" else { return false }
      return !left.contains {
        $0.code == other.code && $0.headline == other.headline && $0.range.file == other.range.file
      }
    }
  }

  /// `true` if a message is about something that had one meaning in earlier versions, which its fix writes
  private func hadMeaning(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.fix?.applicability == .safe
      && [AmbiguousNames.code, "ambiguous-otherwise"].contains(diagnostic.code)
  }

  func line(of diagnostic: Diagnostic) -> Line? {
    let file = Int(diagnostic.range.file)
    guard files.indices.contains(file) else { return nil }
    return Line(file: file, index: files[file].lineIndex(at: diagnostic.range.start))
  }

  /// The errors of the rule set with another text of a file, those on the line and the others
  private func errors(
    with file: SourceFile, on line: Line
  ) -> (own: [Diagnostic], others: [Diagnostic]) {
    let errors = analyze(files.map { $0.index == file.index ? file : $0 })
      .filter { $0.severity == .error }
    func isOwn(_ error: Diagnostic) -> Bool {
      Int(error.range.file) == line.file && file.lineIndex(at: error.range.start) == line.index
    }
    return (errors.filter { isOwn($0) }, errors.filter { !isOwn($0) })
  }

  /// The edits that put meanings in place of the phrases at the places of messages of a line
  private func rewritings(
    of file: SourceFile, _ own: [Diagnostic], on line: Line
  ) -> [Phrasebook.Rewriting] {
    Phrasebook.rewritings(of: file, line: line.index, at: own.map { $0.range })
  }

  /// `true` if a message has advice that can be followed
  private func hasAdvice(_ diagnostic: Diagnostic, on line: Line) -> Bool {
    !edits(of: diagnostic, in: files[line.file]).isEmpty || !listed(by: diagnostic).isEmpty
      || diagnostic.fixes.contains { $0.isScattered }
  }

  /// `true` if a message is about a word spelled wrong, which is a mistake of its own beside any others
  private func isSpelling(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code != "unknown-function"
      && diagnostic.helps.first?.hasPrefix("did you mean `") ?? false
  }

  /// `true` if the places of messages are in one comparison, no `and` between them
  private func isOneComparison(_ own: [Diagnostic], on line: Line) -> Bool {
    let range = own.dropFirst().reduce(own[0].range) { $0.union($1.range) }
    return Phrasebook.isOneComparison(range, of: files[line.file], line: line.index)
  }

  /// The message of a line whose advice leaves no mistake on it, the same with its edits, and the errors that are left elsewhere;
  /// `nil` if no message has such advice
  private func helpful(
    _ own: [Diagnostic], on line: Line, _ trial: DeclarationTrial?, besides others: [Diagnostic],
    _ hasNoPhrase: Bool
  ) -> (message: Diagnostic, offered: Diagnostic, left: [Diagnostic])? {
    for message in own.prefix(Self.helpLimit) {
      if !hasNoPhrase, isLastResort(message) { continue }
      if own.count == 1, message.fixes.contains(where: { $0.isScattered }) {
        return (message, message, others)
      }
      let file = files[line.file]
      let advised = edits(of: message, in: file)
      for edit in advised {
        guard let left = left(after: edit, on: line, trial, besides: others) else { continue }
        // An editor makes an edit of a text to write by itself.
        let isText = message.helps.first.map { !choices(of: $0).isEmpty } ?? true
        return (message, isText ? message : message.offering(advised), left)
      }
      // Where a message lists names, the one of them that leaves no mistake is meant.
      let meant = listed(by: message).compactMap { edit in
        left(after: edit, on: line, trial, besides: others).map { (edit: edit, left: $0) }
      }
      if meant.count == 1 { return (message, message.offering([meant[0].edit]), meant[0].left) }
    }
    return nil
  }

  /// The errors elsewhere after an edit that leaves none on a line; `nil` if it leaves some, or leads to more elsewhere
  private func left(
    after edit: Edit, on line: Line, _ trial: DeclarationTrial?, besides others: [Diagnostic]
  ) -> [Diagnostic]? {
    let changed = files[line.file].applying(edit)
    if let tried = trial?.errors(in: changed), !tried.own.isEmpty { return nil }
    let found = errors(with: changed, on: line)
    return found.own.isEmpty && found.others.count <= others.count ? found.others : nil
  }

  /// The edits that put the names that a message lists in place of its own
  ///
  ///     `fridge` is a source, not a value     use a field, such as `fridge.inside`, `fridge.power`
  ///     `fridge` has no field `temp`          it has `inside`, `power`
  private func listed(by message: Diagnostic) -> [Edit] {
    guard let help = message.helps.first,
      help.hasPrefix("use a field, such as `") || help.hasPrefix("it has `")
    else { return [] }
    let parts = help.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    return stride(from: 1, to: parts.count, by: 2).map {
      Edit(range: message.range, replacement: parts[$0])
    }
  }

  /// `true` if the advice of a message fits anything, such as a condition or a brace, so that a phrase goes first
  ///
  ///     on sunset and raining     `on sunset when raining`, not `time >= sunset`
  ///     not sky == rain and snow  `sky not in [rain, snow]`, not `snowing`
  ///     "It is temp} outside."    `{temp}`, not `temp}}`
  private func isLastResort(_ message: Diagnostic) -> Bool {
    if message.code == "lone-brace" || message.printsBraces { return true }
    guard message.code == "not-a-condition", let help = message.helps.first else { return false }
    return help == "write `snowing`" || help.hasPrefix("write `time >= ")
  }

  // MARK: Search

  /// A text that a step led to, with the errors of the line
  private struct Candidate {
    let file: SourceFile
    let own: [Diagnostic]
    let hasPhrase: Bool
    let choice: (meant: String, also: String)?

    /// The number of steps that led to it
    let steps: Int

    /// The distance from a text without mistakes, in which a unit that is missing counts little
    var distance: Int {
      own.reduce(0) { $0 + ($1.code == "missing-unit" ? 1 : 3) }
    }
  }

  /// A text of a file in which a line has no mistake; `nil` if none is found
  ///
  /// The checked text with the fewest mistakes is followed first.
  private func find(_ search: inout Search, _ own: [Diagnostic]) -> SourceFile? {
    var open = [
      Candidate(file: files[search.line.file], own: own, hasPhrase: false, choice: nil, steps: 0)
    ]
    while search.left > 0,
      let next = open.indices.min(by: { (open[$0].distance, $0) < (open[$1].distance, $1) })
    {
      let candidate = open.remove(at: next)
      guard candidate.steps < Self.stepLimit else { continue }
      let found = candidates(&search, candidate)
      if let last = found.last, last.own.isEmpty {
        search.hasPhrase = last.hasPhrase
        search.choice = last.choice
        return last.file
      }
      open += found
    }
    return nil
  }

  /// The texts that one step leads to; the last has no mistake on the line, if one of them has none
  private func candidates(_ search: inout Search, _ candidate: Candidate) -> [Candidate] {
    let (file, own) = (candidate.file, candidate.own)
    let isFirst = file.bytes == files[search.line.file].bytes
    let phrases = rewritings(of: file, own, on: search.line)
      .prefix(isFirst ? Self.choiceLimit : Self.laterChoiceLimit)
    let advised =
      own.lazy.map { isGuess($0) ? [] : edits(of: $0, in: file) }
      .first { !$0.isEmpty } ?? []
    // A name that is ambiguous in the meaning of a phrase has both of its meanings in the message.
    let isAmbiguous = !isFirst && own.allSatisfy { $0.code == AmbiguousNames.code }
    let named = isAmbiguous ? edits(of: own[0], in: file) : []
    var steps = phrases.map { (edit: $0.edit, also: $0.also, isPhrase: true) }
    let advice = (named + advised).map { edit in
      (
        edit: edit, also: named.count == 2 && edit == named[0] ? named[1].replacement : nil,
        isPhrase: false
      )
    }
    // On the way, the advice on the units that a phrase lacks leads to the end.
    steps = isFirst ? steps + advice : advice + steps
    var found: [Candidate] = []
    var ending: (candidate: Candidate, left: Int)?
    for step in steps {
      let changed = file.applying(step.edit)
      guard changed.lineCount == file.lineCount,
        search.seen.insert(changed.lineText(at: search.line.index)).inserted
      else { continue }
      guard search.left > 0 else { break }
      search.left -= 1
      let (rest, others) = outcome(of: changed, search)
      // A phrase may bring the units that its limits lack.
      guard others <= search.others, rest.count <= own.count + (step.isPhrase ? 2 : 0) else {
        continue
      }
      let isChoice = step.isPhrase || step.also != nil
      let next = Candidate(
        file: changed, own: rest, hasPhrase: candidate.hasPhrase || step.isPhrase,
        choice: isChoice ? step.also.map { (step.edit.replacement, $0) } : candidate.choice,
        steps: candidate.steps + 1)
      guard rest.isEmpty else {
        found.append(next)
        continue
      }
      // The errors elsewhere may follow from this one: a text that ends more of them is better.
      if others < ending?.left ?? Int.max { ending = (next, others) }
      if search.others == 0 || others == 0 { break }
    }
    return found + (ending.map { [$0.candidate] } ?? [])
  }

  /// The errors on the line in a text, and the number of those elsewhere
  ///
  /// The whole rule set is checked only if the line has no error.
  private func outcome(
    of changed: SourceFile, _ search: Search
  ) -> (own: [Diagnostic], others: Int) {
    if let tried = search.trial?.errors(in: changed), !tried.own.isEmpty {
      return (tried.own, search.beyond + tried.beside)
    }
    let (own, others) = errors(with: changed, on: search.line)
    return (own, others.count)
  }

  /// `true` if the advice of a message is no step on a way: which of several things a name is, only its writer knows, a
  /// condition is found for anything, and anything can be printed
  private func isGuess(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == "ambiguous-name" || diagnostic.code == "not-a-condition"
      || diagnostic.printsBraces
  }

  /// The edits that the advice of a message offers, each of which may be followed; none if it is other advice
  func edits(of diagnostic: Diagnostic, in file: SourceFile) -> [Edit] {
    let fixes = diagnostic.fixes
    if !fixes.isEmpty {
      return fixes.compactMap {
        $0.isScattered && $0.edits.count > 1 ? nil : joined($0.edits, in: file)
      }
    }
    guard let help = diagnostic.helps.first else { return [] }
    if help == "leave it out" || help.hasPrefix("leave it out: ") {
      return [file.removal(of: diagnostic.range)]
    }
    if diagnostic.code == "missing-closing" { return closing(diagnostic, help, in: file) }
    if diagnostic.code == "unterminated-text" { return closing(text: diagnostic, in: file) }
    return choices(of: help).map { Edit(range: diagnostic.range, replacement: $0) }
  }

  /// The texts that an advice offers, which is nothing else: `5C` and `5F` of "write `5C` or `5F`"
  private func choices(of help: String) -> [String] {
    guard help.hasPrefix("write `") || help.hasPrefix("did you mean `") else { return [] }
    let parts = help.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let codes = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    let words = stride(from: 2, to: parts.count, by: 2).map { parts[$0] }
    let isWhole = words.allSatisfy { ["", "?", " or ", ", or "].contains($0) }
    // A text with `…` is a form, not a text to write.
    return isWhole && codes.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0xE2) } ? codes : []
  }

  /// The edit that closes a text at the end of its line
  ///
  ///     "It rains → "It rains"     "It is {temp" → "It is {temp}"     "It rains' → "It rains"
  private func closing(text diagnostic: Diagnostic, in file: SourceFile) -> [Edit] {
    var end = diagnostic.range.end
    while end > diagnostic.range.start, [0x20, 0x0D, 0x0A].contains(file.bytes[Int(end) - 1]) {
      end -= 1
    }
    let written = file.text(SourceRange(file: file.index, start: diagnostic.range.start, end: end))
    let last = written.unicodeScalars.last
    let isOpen = !diagnostic.labels.isEmpty
    var start = end
    if last == "'" || last == "”" || last == "\"" && isOpen {
      start -= last == "”" ? 3 : 1
    }
    guard start > diagnostic.range.start else { return [] }
    let place = SourceRange(file: file.index, start: start, end: end)
    return [Edit(range: place, replacement: isOpen ? "}\"" : "\"")]
  }

  /// The edit that puts a missing closing mark behind the last word before its place
  private func closing(_ diagnostic: Diagnostic, _ help: String, in file: SourceFile) -> [Edit] {
    let parts = help.utf8.split(separator: UInt8(ascii: "`")).map { String(Substring($0)) }
    guard parts.count == 2 else { return [] }
    var end = diagnostic.range.start
    while end > 0, file.bytes[Int(end) - 1] == 0x20 { end -= 1 }
    let place = SourceRange(file: file.index, start: end, end: end)
    return [Edit(range: place, replacement: parts[1])]
  }

  /// Edits of one file as one edit, with the text between them
  private func joined(_ edits: [Edit], in file: SourceFile) -> Edit? {
    let index = file.index
    guard let first = edits.first, let last = edits.last,
      edits.allSatisfy({ $0.range.file == index })
    else { return nil }
    var text = ""
    var end = first.range.start
    for edit in edits {
      text += file.text(SourceRange(file: index, start: end, end: edit.range.start))
      text += edit.replacement
      end = edit.range.end
    }
    return Edit(range: first.range.union(last.range), replacement: text)
  }

  // MARK: Messages

  /// The message of a line that should be another; `nil` if it would not be about one phrase
  private func message(
    of own: [Diagnostic], _ found: SourceFile, _ search: Search
  ) -> Diagnostic? {
    let file = files[search.line.file]
    guard
      let (range, text) = Phrasebook.change(
        of: file, to: found, line: search.line.index),
      range.end - range.start <= Int32(Self.spanLimit)
    else { return nil }
    // Mistakes of which none is a phrase keep their messages, each at its place.
    guard search.hasPhrase || search.isOne else { return nil }
    if !search.hasPhrase, own.count == 1, own[0].code != "foreign-phrase" {
      return own[0].advising(text, at: range)
    }
    let also = search.choice.flatMap { other(of: found, $0, search) }
      .flatMap { Phrasebook.change(of: file, to: $0, line: search.line.index) }
    return SyntaxProblem(
      .foreignPhrase(
        file.text(range), meant: text, also: also?.range == range ? also?.text : nil),
      at: range
    ).diagnostic
  }

  /// A text without mistakes that has the other meaning of its phrase; `nil` if it has mistakes
  private func other(
    of found: SourceFile, _ choice: (meant: String, also: String), _ search: Search
  ) -> SourceFile? {
    let line = found.lineRange(at: search.line.index)
    let (bytes, meant) = (Array(found.bytes[line]), Array(choice.meant.utf8))
    let start = bytes.indices.first { bytes[$0...].starts(with: meant) }
    guard let start else { return nil }
    let low = Int32(clamping: line.lowerBound + start)
    let changed = found.applying(
      Edit(
        range: SourceRange(
          file: found.index, start: low, end: low + Int32(clamping: meant.count)),
        replacement: choice.also))
    let (own, others) = errors(with: changed, on: search.line)
    return own.isEmpty && others.count <= search.others ? changed : nil
  }
}

extension Diagnostic {
  /// `true` if the fix writes braces that are printed, and no value
  fileprivate var printsBraces: Bool {
    code == "empty-interpolation"
      || code == "unexpected-word" && fixes.first?.edits.first?.replacement.hasPrefix("{{") ?? false
  }

  /// The message with the edits that its advice in words means, so that an editor can make them
  fileprivate func offering(_ edits: [Edit]) -> Diagnostic {
    guard fixes.isEmpty else { return self }
    var result = self
    let offered = edits.map { Fix(edits: [$0], applicability: .display) }
    if offered.count == 1 { result.fix = offered[0] } else { result.alternatives = offered }
    return result
  }

  /// The same message at another place, with the advice to write a text there
  fileprivate func advising(_ text: String, at range: SourceRange) -> Diagnostic {
    var other = Diagnostic(code: code, severity: severity, range: range, headline: headline)
    other.notes = notes
    other.helps = ["write `\(text)`"]
    other.fix = Fix(edits: [Edit(range: range, replacement: text)], applicability: .display)
    return other
  }
}

extension SourceFile {
  /// The text of a line by its index, without its end
  fileprivate func lineText(at index: Int) -> String {
    String(decoding: bytes[lineRange(at: index)], as: UTF8.self)
  }
}
