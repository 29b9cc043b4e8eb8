internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension RuleSetSnapshot {
  /// The items that can be written at an offset of a file
  ///
  /// Only the declaration around the place is parsed and checked, against the names of the last analysis; so the text
  /// may be newer than the snapshot.
  ///
  /// At `when sky == su‸` the items are `sunny` and all others with these letters, and they replace `su`.
  ///
  /// - Parameter text: the text of the file as it is now; nil for that of the snapshot.
  package func completions(
    at offset: Int32, in file: Int, text: [UInt8]? = nil
  ) -> CompletionList {
    let around = CompletionText(text ?? source(at: file).bytes, at: Int(offset))
    var completer = Completer(snapshot: self, around: around)
    completer.collect()
    var replaced = completer.replaced ?? around.word
    if replaced.lowerBound > around.word.lowerBound { replaced = around.word }
    return completer.list(
      replacing: SourceRange(
        file: Int32(truncatingIfNeeded: file), start: Int32(clamping: replaced.lowerBound),
        end: Int32(clamping: replaced.upperBound)))
  }

  /// The words about an item, in Markdown
  package func documentation(ofItem key: String) -> String? {
    CompletionKey(key).flatMap { key in
      switch key {
      case .word(let word): return Manual.word(word)?.markdown
      case .builtIn(let kind, let name): return analysis.manualEntry(kind, name)?.markdown
      case .name(let file, let offset):
        guard let use = analysis.symbols.use(at: offset, in: file),
          let declaration = analysis.symbols.declaration(of: use.id)
        else { return nil }
        let words = declaration.documentation.joined(separator: "\n")
        return code(form(of: declaration)) + (words.isEmpty ? "" : "\n\n" + words)
      }
    }
  }
}

/// The key by which the documentation of an item is found when the editor wants it
///
/// `word:at most`, `name:0:17` (the file and the offset of a declaration in the last check), or `builtin:`, the number
/// of a kind and a name.
enum CompletionKey {
  case word(String)
  case builtIn(BuiltInKind, String)
  case name(file: Int32, offset: Int32)

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
    switch parts.first {
    case "word" where parts.count == 2: self = .word(parts[1])
    case "name" where parts.count == 3:
      guard let file = Int32(parts[1]), let offset = Int32(parts[2]) else { return nil }
      self = .name(file: file, offset: offset)
    case "builtin" where parts.count == 3:
      guard let kind = UInt8(parts[1]).flatMap(BuiltInKind.init(rawValue:)) else { return nil }
      self = .builtIn(kind, parts[2])
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .word(let word): "word:\(word)"
    case .builtIn(let kind, let name): "builtin:\(kind.rawValue):\(name)"
    case .name(let file, let offset): "name:\(file):\(offset)"
    }
  }
}

/// Collects the items that can be written at a place
struct Completer {
  let snapshot: RuleSetSnapshot
  let around: CompletionText

  /// The range that is replaced if that is more than the word
  var replaced: Range<Int>?

  /// In the order in which they were added
  private(set) var items: [CompletionItem] = []

  /// The labels of ``items``
  private var labels: Set<String> = []

  /// The letters before the place, in lower case
  let typed: [Unicode.Scalar]

  /// The name that the declaration around declares, which it cannot use
  private(set) var ownName: String?

  init(snapshot: RuleSetSnapshot, around: CompletionText) {
    self.snapshot = snapshot
    self.around = around
    typed = Array(around.prefix.lowercased().unicodeScalars)
  }

  var analysis: Analysis { snapshot.analysis }

  /// Adds an item whose letters hold those that are typed; of two with one label, the first stays
  mutating func add(_ item: CompletionItem) {
    guard let match = Outline.rank(of: item.label, for: typed), !labels.contains(item.label) else {
      return
    }
    labels.insert(item.label)
    var item = item
    // A name that begins as typed goes before one that only has the letters.
    item.rank = item.rank * 3 + match
    items.append(item)
  }

  /// The items in the order of their ranks, those of one rank as they were added
  func list(replacing range: SourceRange) -> CompletionList {
    let sorted = items.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return CompletionList(
      replaced: range, items: sorted.prefix(CompletionList.limit).map { $0.element },
      isIncomplete: items.count > CompletionList.limit)
  }

  // MARK: By place

  /// Parses the declaration around the place, and adds the items that fit there
  mutating func collect() {
    let file = SourceFile(path: "completion", bytes: around.bytes, index: analysis.freeFileIndex)
    let tree = Parser.parse(file).tree
    ownName = Self.ownName(in: tree, at: around.probeOffset)
    func surroundings() -> Surroundings {
      let before = tree.word(at: around.probeOffset)?.previousWord?.range.endPoint
      return analysis.surroundings(of: CompletionText.probe, behind: before, in: tree)
        ?? Surroundings()
    }
    if around.isNumber {
      let type = surroundings().expected
      return addUnits(of: type, isDuration: isDuration(tree))
    }
    switch CompletionSite(of: around.probeOffset, in: tree) {
    case .nothing: break
    case .declaration: addDeclarations()
    case .continuation(let node): addContinuation(of: node, in: tree, surroundings())
    case .step: addWords(["at", "given", "expect"], rank: 0)
    case .words(let words): addWords(words, rank: 0)
    case .operand(let operand): addOperand(operand, surroundings())
    case .member: addMembers(surroundings())
    case .oppName(let range, let isClosed):
      let own = Self.ownOpp(in: tree, at: around.probeOffset)
      let names = analysis.graph.rules.lazy.map { $0.name }.filter { $0 != own }
      addQuoted(names, .opp, in: range, isClosed: isClosed)
    case .optionText(let operand, let isKey, let target, let range, let isClosed):
      addOptionTexts(operand, isKey: isKey, target: target, in: range, isClosed: isClosed)
    case .recipient(let range, let isClosed):
      addQuoted(persons, .variable, in: range, isClosed: isClosed)
    case .type(let ofParameter): addTypes(withTables: ofParameter)
    case .table:
      let state = self
      addNames { $0.kind == .table && !state.isOfFirings($0) ? 0 : nil }
    case .valueField(let table, let given): addValueFields(of: table, besides: given)
    case .keyField(let node): addKeyFields(of: node)
    case .setting: addSettings()
    case .settingValue(let name): addSettingValues(name)
    case .connected: addConnected()
    case .connector(let target): addConnectors(for: target)
    }
  }

  /// `true` if a number at the place is a duration although nothing is known of its type: `fresh for 3‸`
  private func isDuration(_ tree: SyntaxTree) -> Bool {
    guard case .operand(let operand) = CompletionSite(of: around.probeOffset, in: tree) else {
      return false
    }
    return operand.isDuration
  }

  /// The name of the let or place around, or `nil` in another declaration
  private static func ownName(in tree: SyntaxTree, at offset: Int32) -> String? {
    let node = tree.path(to: offset).first { $0.kind.isDeclaration }
    guard let node, node.kind == .letDeclaration || node.kind == .placeDeclaration else {
      return nil
    }
    return node.token(.name)?.text
  }

  /// The name of the Opp around, which does not read its own firings, or `nil` in another declaration
  private static func ownOpp(in tree: SyntaxTree, at offset: Int32) -> String? {
    let node = tree.path(to: offset).first { $0.kind == .oppDeclaration }
    guard case .opp(let view)? = node.flatMap(DeclarationSyntax.init) else { return nil }
    return view.name?.plainText
  }

  // MARK: Texts

  /// Adds names that stand in quotes, in place of all that the quotes hold
  mutating func addQuoted(
    _ names: some Sequence<String>, _ kind: CompletionItem.Kind, in range: SourceRange,
    isClosed: Bool
  ) {
    let start = around.start + Int(range.start)
    let typed = around.bytes[Int(range.start)..<Int(around.probeOffset)]
    let before = String(decoding: typed, as: UTF8.self).lowercased()
    // Behind a text that is not closed the rest of the line is no part of the name.
    let end =
      isClosed
      ? around.start + Int(range.end) - CompletionText.probe.utf8.count + around.word.count
      : around.word.upperBound
    replaced = start..<max(start, end)
    for name in names where items.count <= CompletionList.limit {
      guard name.lowercased().hasPrefix(before) || before.isEmpty else { continue }
      let text = TextEscapes.escaped(name) + (isClosed ? "" : "\"")
      // The word at the place alone does not decide.
      guard labels.insert(name).inserted else { continue }
      items.append(
        CompletionItem(
          label: name, kind: kind, detail: kind == .opp ? "opp" : "", text: text, rank: 0))
    }
  }

  /// The persons whose notifications are connected, in the order of the text
  var persons: [String] {
    var found: [String] = []
    for case .connection(let view) in snapshot.declarations.joined() {
      for target in view.targets where target.name.text == "notifications" {
        guard case .text(let text)? = target.arguments?.first?.value, let name = text.plainText,
          !found.contains(name)
        else { continue }
        found.append(name)
      }
    }
    return found
  }
}
