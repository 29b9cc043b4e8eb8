package import OppSyntax

/// Makes one message of all uses of an ambiguous name in a file, whose fixes mend every use
///
/// ```opp
/// source fridge { temp: Temperature }
/// opp "A" when temp > 8C          // the message is here
/// opp "B" when temp < 2C          // its fixes write `fridge.temp`, or `weather.temp`, here as well
/// ```
///
/// If the name meant something that cannot be qualified, `--fix` keeps that meaning, too: a let or a place of the
/// rule set gets another name wherever it is used, and anything else a let of its own.
struct AmbiguousNames {
  /// The code of these messages
  static let code = "ambiguous-name"

  /// The declared names
  let names: NameTable

  /// The things that the names meant before, by the places of the uses
  let earlierMeanings: [SourceRange: Symbol]

  /// The files of the rule set and the prelude
  let files: [SourceFile]

  /// The places of a declared thing, in all files
  let places: (SymbolID) -> [SourceRange]

  /// - Parameter places: the places of a declared thing, in all files; called for the things that are to be renamed.
  init(_ checker: Checker, places: @escaping (SymbolID) -> [SourceRange]) {
    names = checker.nameTable
    earlierMeanings = checker.reports.earlierMeanings
    files = checker.reports.files
    self.places = places
  }

  /// The uses of one name in one file
  private struct Key: Hashable {
    let file: Int32
    let code: String
    let headline: String
    let helps: [String]
  }

  /// The diagnostics with those of one name in one file in one
  ///
  /// - Requires: they are in the order of their places.
  func merged(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    var indices: [Key: Int] = [:]
    var uses: [Int: [SourceRange]] = [:]
    for diagnostic in diagnostics {
      guard diagnostic.isOfAllUses else {
        merged.append(diagnostic)
        continue
      }
      let key = Key(
        file: diagnostic.range.file, code: diagnostic.code, headline: diagnostic.headline,
        helps: diagnostic.helps)
      if let index = indices[key] {
        merged[index].add(fixesOf: diagnostic)
        if uses[index]?.last != diagnostic.range { uses[index]?.append(diagnostic.range) }
      } else {
        indices[key] = merged.count
        uses[merged.count] = [diagnostic.range]
        merged.append(diagnostic)
      }
    }
    var taken: Set<String> = []
    for (index, ranges) in uses.sorted(by: { $0.key < $1.key }) {
      if ranges.count > 1 {
        merged[index].notes.append("the name is used at \(ranges.count) places of this file")
      }
      if let fix = fixOfEarlierMeaning(ranges, &taken) {
        merged[index].fix = fix
        merged[index].fixPosition = merged[index].alternatives.count
      }
    }
    return merged
  }

  // MARK: Names that cannot be qualified

  /// The fix that keeps the meaning of a let, a place or a table at uses in one file; `nil` if another fix does
  private func fixOfEarlierMeaning(_ ranges: [SourceRange], _ taken: inout Set<String>) -> Fix? {
    guard let first = ranges.first, let symbol = earlierMeanings[first],
      files.indices.contains(Int(first.file))
    else { return nil }
    let name = files[Int(first.file)].text(first)
    let isOwn = names.user.symbols[name]?.symbol == symbol
    switch symbol {
    case .let, .place:
      guard isOwn else { break }
      let edits = places(symbol.id).filter { files[Int($0.file)].text($0) == name }
      return renaming(edits, to: unusedName("my_\(name)", [], name))
    case .table: break
    case .enumeration, .source: return nil
    }
    let other = unusedName("all_\(name)", taken, name)
    taken.insert(other)
    let file = files[Int(first.file)]
    let end = SourceRange(
      file: first.file, start: Int32(clamping: file.bytes.count),
      end: Int32(clamping: file.bytes.count))
    let declaration = Edit(range: end, replacement: "\nlet \(other) = \(name)\n")
    let edits = ranges.map { Edit(range: $0, replacement: other) }
    return Fix(edits: edits + [declaration], applicability: .safe, isScattered: true)
  }

  /// The fix that writes another name at places; `nil` if there is none
  private func renaming(_ ranges: [SourceRange], to name: String) -> Fix? {
    let edits = ranges.sorted().map { Edit(range: $0, replacement: name) }
    return edits.isEmpty ? nil : Fix(edits: edits, applicability: .safe, isScattered: true)
  }

  /// A name that nothing has: the wanted one, or that with a number
  private func unusedName(_ wanted: String, _ taken: Set<String>, _ name: String) -> String {
    func isFree(_ name: String) -> Bool {
      !taken.contains(name) && !names.declares(name) && !names.isCase(name)
        && Function.named(name) == nil && !names.tables.contains { $0.fields[name] != nil }
    }
    if isFree(wanted) { return wanted }
    var number = 2
    while !isFree("\(wanted)_\(number)") { number += 1 }
    return "\(wanted)_\(number)"
  }
}

extension Diagnostic {
  /// `true` if it stands for all uses of a name in its file
  package var isOfAllUses: Bool {
    // A case of several enums has no places to choose from.
    code == AmbiguousNames.code && !labels.isEmpty || code == "hidden-name" && severity == .error
  }

  /// Adds the edits of another diagnostic's fixes to those of this one, which are of the same kinds
  fileprivate mutating func add(fixesOf other: Diagnostic) {
    if let fix, let more = other.fix { self.fix = fix.adding(more) }
    guard alternatives.count == other.alternatives.count else { return }
    alternatives = zip(alternatives, other.alternatives).map { $0.adding($1) }
  }
}

extension Fix {
  /// The fix with the edits of another one behind its own, each once
  fileprivate func adding(_ other: Fix) -> Fix {
    Fix(
      edits: edits + other.edits.filter { edit in !edits.contains(edit) },
      applicability: applicability, isScattered: isScattered)
  }
}
