/// A query of rows as other languages chain it, which is an aggregate with `where` and `each` here
///
/// ```
/// tasks.filter(t => !t.done).length      count(tasks where not done)
/// tasks.contains { $0.due < today }      any(tasks where due < today)
/// tasks.map { it.cost }.sum()            sum(tasks each cost)
/// filter(lambda t: t.done, tasks)        (tasks where done)
/// ```
struct RowChain {
  /// The words of the chain
  let words: Range<Int>

  /// The text in their place
  let text: String

  /// The chains of a line, each as long as it can be; `select` is a condition in one of two readings
  static func chains(of line: PhraseLine) -> [RowChain] {
    var found: [RowChain] = []
    var next = 0
    while next < line.words.count {
      let here = [false, true].compactMap { selectIsMap in
        var reader = RowChainReader(line, selectIsMap: selectIsMap)
        return reader.chain(at: next)
      }
      found += here.prefix(here.last?.text == here.first?.text ? 1 : 2)
      next = max(next + 1, here.first?.words.upperBound ?? 0)
    }
    return found
  }
}

/// Reads the links of one chain
private struct RowChainReader {
  let line: PhraseLine
  let selectIsMap: Bool

  private var list = ""
  private var conditions: [String] = []
  private var element: String?
  private var order: String?

  /// The aggregate, if the chain has come to one
  private var result: String?

  init(_ line: PhraseLine, selectIsMap: Bool) {
    self.line = line
    self.selectIsMap = selectIsMap
  }

  // MARK: Links

  /// The chain that begins at a word; `nil` if none does
  mutating func chain(at start: Int) -> RowChain? {
    guard line.isName(at: start) || line.kind(start)?.isReserved ?? false,
      start == 0 || line.kind(start - 1) != .dot
    else { return nil }
    var next = start + 1
    var links = 0
    if let end = head(at: start) {
      next = end
      links = 1
    } else {
      guard line.kind(start) == .name else { return nil }
      list = line.words[start].text
    }
    while let end = link(at: next) {
      next = end
      links += 1
    }
    guard links > 0, !conditions.isEmpty || element != nil || order != nil || result != nil
    else { return nil }
    let isArgument =
      line.kind(start - 1) == .openingParenthesis
      && line.kind(next) == .closingParenthesis
    return RowChain(words: start..<next, text: result ?? (isArgument ? rows : "(\(rows))"))
  }

  /// The end of `filter(lambda t: t.done, tasks)` and `any(tasks, t => t.done)`
  private mutating func head(at start: Int) -> Int? {
    guard line.kind(start + 1) == .openingParenthesis, line.touches(start + 1),
      let close = line.closing(start + 1), let comma = comma(in: start + 2..<close)
    else { return nil }
    let (first, second) = (start + 2..<comma, comma + 1..<close)
    let isLast = second.count == 1 && line.kind(second.lowerBound) == .name
    let (name, closure) = isLast ? (second, first) : (first, second)
    guard name.count == 1, line.kind(name.lowerBound) == .name, closure.count > 1,
      RowClosure(line, closure)?.hasParameter ?? false
    else { return nil }
    list = line.words[name.lowerBound].text
    return apply(line.words[start].small, closure) ? close + 1 : nil
  }

  /// The comma that separates two arguments; `nil` if there is none
  private func comma(in range: Range<Int>) -> Int? {
    var depth = 0
    for index in range {
      if line.words[index].kind.opens { depth += 1 }
      if line.words[index].kind.closes { depth -= 1 }
      if depth == 0, line.words[index].kind == .comma { return index }
    }
    return nil
  }

  /// The end of the link at a word; `nil` if there is none
  private mutating func link(at start: Int) -> Int? {
    if line.kind(start) == .openingBracket, line.touches(start), result == nil {
      guard let close = line.closing(start) else { return nil }
      return subscripted(start + 1..<close) ? close + 1 : nil
    }
    guard line.kind(start) == .dot, line.kind(start + 1)?.isWord ?? false else { return nil }
    var next = start + 2
    if line.kind(next) == .unexpected, line.words[next].text == "?" { next += 1 }
    var arguments: Range<Int>?
    let opensCall = line.kind(next) == .openingParenthesis && line.touches(next)
    if opensCall || line.kind(next) == .openingBrace, let close = line.closing(next) {
      arguments = next + 1..<close
      next = close + 1
    }
    if let result {
      // Only a row has fields.
      guard arguments == nil, result.hasPrefix("first(") || result.hasPrefix("last(") else {
        return nil
      }
      self.result = "\(result).\(line.words[start + 1].text)"
      return next
    }
    return apply(line.words[start + 1].small, arguments) ? next : nil
  }

  /// Takes `[0]`, `[-1]` and `[done == false]`
  private mutating func subscripted(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let text = line.text(range)
    if text == "0" || text == "-1" {
      result = text == "0" ? "first(\(rows))" : "last(\(rows))"
      return true
    }
    guard range.count > 2 || line.kind(range.lowerBound) == .name,
      let closure = RowClosure(line, range)
    else { return false }
    conditions.append(closure.text)
    return true
  }

  // MARK: Methods

  private static let identities = [
    "iter", "stream", "tolist", "toarray", "values", "items", "rows", "assequence", "lazy",
    "collect", "objects", "entries", "iterator", "intoiter", "cloned", "records", "join", "joined",
    "jointostring", "toset", "list",
  ]

  /// Takes one method with its arguments; `false` if it is none of rows
  private mutating func apply(_ name: String, _ arguments: Range<Int>?) -> Bool {
    let method = String(decoding: name.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    let closure = arguments.flatMap { $0.isEmpty ? nil : RowClosure(line, $0) }
    let hasArguments = !(arguments?.isEmpty ?? true)
    switch method {
    case "select" where selectIsMap, "map", "flatmap", "compactmap", "mapnotnull", "pluck",
      "collect" where closure != nil:
      guard let closure else { return false }
      element = closure.text
    case "where", "filter", "findall", "select", "takeif", "query":
      guard let closure else { return false }
      conditions.append(closure.text)
    case "reject", "filternot", "exclude":
      guard let closure else { return false }
      conditions.append("not (\(closure.text))")
    case "some", "any", "exists", "anymatch", "containswhere", "has":
      return end("any", where: closure, hasArguments)
    case "contains", "include", "includes":
      if let element, let arguments, hasArguments, closure?.hasParameter != true {
        conditions.append("\(element) == \(line.text(arguments))")
        return end("any", where: nil, false)
      }
      guard closure?.hasParameter == true else { return false }
      return end("any", where: closure, true)
    case "none", "nonematch", "noneof": return end("none", where: closure, hasArguments)
    case "count", "length", "len", "size", "countby":
      return end("count", where: closure, hasArguments)
    case "find", "first", "firstwhere", "detect", "firstordefault", "head", "findfirst", "findone",
      "single", "firstornull":
      return end("first", where: closure, hasArguments)
    case "last", "lastordefault", "lastornull", "findlast":
      return end("last", where: closure, hasArguments)
    case "isempty", "empty", "blank": return end("none", where: nil, hasArguments)
    case "isnotempty", "nonempty", "present", "notempty":
      return end("any", where: nil, hasArguments)
    case "every", "all", "allsatisfy", "allmatch", "forall", "alltrue":
      if !hasArguments { return method == "all" }
      guard let closure else { return false }
      element = closure.text
      result = "all(\(rows))"
    case "sum", "sumof", "sumby", "total": return total("sum", of: closure, hasArguments)
    case "max", "maxof", "maximum": return total("max", of: closure, hasArguments)
    case "min", "minof", "minimum": return total("min", of: closure, hasArguments)
    case "average", "avg", "mean", "averageof", "averageby":
      return total("average", of: closure, hasArguments)
    case "maxby", "minby":
      guard let closure else { return false }
      order = closure.text + (method == "maxby" ? " descending" : "")
      result = "first(\(rows))"
    case "sort", "sorted", "sortby", "sortedby", "orderby", "order":
      guard let closure, !closure.text.utf8.contains(UInt8(ascii: ",")) else { return false }
      order = closure.text
    case "sortedbydescending", "orderbydescending", "sortbydescending", "sortbydesc":
      guard let closure else { return false }
      order = closure.text + " descending"
    case "reduce", "fold", "inject", "aggregate":
      guard let arguments, let field = addedField(in: arguments) else { return false }
      element = field
      result = "sum(\(rows))"
    case _ where Self.identities.contains(method):
      return !method.hasPrefix("join") || element != nil
    default: return false
    }
    return true
  }

  /// Ends the chain in an aggregate of the rows, some of which a condition takes
  private mutating func end(
    _ aggregate: String, where closure: RowClosure?, _ hasArguments: Bool
  ) -> Bool {
    if let closure {
      conditions.append(closure.text)
    } else if hasArguments {
      return false
    }
    element = nil
    result = "\(aggregate)(\(rows))"
    return true
  }

  /// Ends the chain in an aggregate of a value of each row
  private mutating func total(
    _ aggregate: String, of closure: RowClosure?, _ hasArguments: Bool
  ) -> Bool {
    guard closure != nil || !hasArguments else { return false }
    element = closure?.text ?? element
    guard element != nil else { return false }
    result = "\(aggregate)(\(rows))"
    return true
  }

  /// The field behind the `+` of `(sum, t) => sum + t.cost`
  private func addedField(in range: Range<Int>) -> String? {
    for index in range where line.kind(index) == .plus && index + 3 < range.upperBound {
      if line.kind(index + 2) == .dot { return line.words[index + 3].text }
    }
    return nil
  }

  /// The rows with their conditions, their order and their value
  private var rows: String {
    let parts = conditions.map { condition in
      conditions.count > 1 && condition.split(separator: " ").contains("or")
        ? "(\(condition))" : condition
    }
    let filter = parts.isEmpty ? "" : " where \(parts.joined(separator: " and "))"
    return list + filter + (order.map { " by \($0)" } ?? "") + (element.map { " each \($0)" } ?? "")
  }
}

/// The condition or value of a row that a closure of another language has, in the words of the language
///
///     t => !t.done     { $0.due < today }     lambda t: t.cost     |t| t.done     \.done
private struct RowClosure {
  let text: String

  /// `true` if it names the row
  let hasParameter: Bool

  init?(_ line: PhraseLine, _ arguments: Range<Int>) {
    var body = arguments
    var hasParameter = false
    func kind(_ distance: Int) -> TokenKind? {
      body.lowerBound + distance < body.upperBound ? line.kind(body.lowerBound + distance) : nil
    }
    func word(_ distance: Int) -> String {
      kind(distance) == nil ? "" : line.words[body.lowerBound + distance].text
    }
    // `where: { … }` and `key=lambda t: …`
    if kind(0)?.isWord ?? false, kind(1) == .colon || kind(1) == .equal && word(2) == "lambda",
      word(0) != "lambda"
    {
      body = body.dropFirst(2)
    }
    if kind(0) == .openingBrace, line.closing(body.lowerBound) == body.upperBound - 1 {
      body = body.dropFirst().dropLast()
    }
    guard !body.isEmpty else { return nil }
    var names = ["it", "$0", "_", "this", "self", "item"]
    let parenthesis = kind(0) == .openingParenthesis ? 1 : 0
    let arrow = parenthesis * 2 + 1
    if word(0) == "lambda", kind(2) == .colon {
      names.append(word(1))
      body = body.dropFirst(3)
    } else if kind(arrow) == .equal || kind(arrow) == .minus, kind(arrow + 1) == .greater,
      parenthesis == 0 || kind(2) == .closingParenthesis
    {
      names.append(word(parenthesis))
      body = body.dropFirst(arrow + 2)
    } else if word(0) == "|", word(2) == "|" {
      names.append(word(1))
      body = body.dropFirst(3)
    } else if kind(0) == .name, kind(1) == .in || kind(1) == .comma {
      names.append(word(0))
      body = body.dropFirst(2)
    } else if word(0) == "\\", kind(1) == .dot {
      hasParameter = true
      body = body.dropFirst(2)
    } else if kind(0) == .ampersands, kind(1) == .colon {
      hasParameter = true
      body = body.dropFirst(2)
    }
    if word(0) == "return" { body = body.dropFirst() }
    if let last = body.last, line.kind(last) == .semicolon { body = body.dropLast() }
    hasParameter = hasParameter || names.count > 6
    guard !body.isEmpty, let text = Self.text(of: line, body, without: names, &hasParameter) else {
      return nil
    }
    self.text = text
    self.hasParameter = hasParameter
  }

  /// The text of words without the name of the row; `nil` if that stands alone
  private static func text(
    of line: PhraseLine, _ range: Range<Int>, without names: [String], _ found: inout Bool
  ) -> String? {
    var text = ""
    var index = range.lowerBound
    while index < range.upperBound {
      let word = line.words[index]
      if index > range.lowerBound, !line.touches(index), !text.hasSuffix(" ") { text += " " }
      if names.contains(word.text) {
        guard line.kind(index + 1) == .dot, index + 2 < range.upperBound else { return nil }
        found = true
        text += fieldName(line.words[index + 2].text)
        index += 3
        continue
      }
      switch word.text {
      case "!": text += "not "
      case "&&", "&": text += text.hasSuffix(" ") ? "and " : " and "
      case "||": text += text.hasSuffix(" ") ? "or " : " or "
      case "=": text += "=="
      default: text += word.text
      }
      index += 1
    }
    return text
  }

  /// The name of a field as it is written here: `done` of `Done`
  private static func fieldName(_ name: String) -> String {
    guard let first = name.utf8.first, first >= 0x41, first <= 0x5A else { return name }
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
