package import OppEngine
internal import OppModel
internal import OppSemantics
package import OppSyntax

/// The change of one literal of an Opp by which its condition would be true at the second that is explained
///
/// ```
/// opp "Lunch walk" when sky == sunny and free >= 2h        free is 50 min
///                                              ──          free >= 50min
/// ```
///
/// There is one if a single part of the condition is false, none is unknown, and that part compares a value with a literal.
package struct NeededChange {
  /// The place of the literal in the text
  package let range: SourceRange

  /// The literal that would have to be there
  package let literal: String

  /// The part as it would be: `free >= 50min`
  package let part: String

  /// Finds the change; `nil` if there is none
  package init?(of condition: Explanation, in words: ExplanationText) {
    let wrong = Self.wrongParts(of: condition, words)
    guard wrong.count == 1, let part = wrong.first, part.truth == .false,
      case .node(let node) = part.subject
    else { return nil }
    let place = words.analysis.place(of: node, inRule: words.rule)
    guard words.analysis.rulePlaces[words.rule].range.contains(place),
      let bound = Self.bound(of: part, Array(words.analysis.text(place).utf8), words)
    else { return nil }
    let start = place.start + Int32(bound.bytes.lowerBound)
    range = SourceRange(
      file: place.file, start: start, end: start + Int32(bound.bytes.count))
    literal = bound.text
    var bytes = Array(words.analysis.text(place).utf8)
    bytes.replaceSubrange(bound.bytes, with: Array(bound.text.utf8))
    self.part = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
  }

  /// The parts of a condition that keep it from being true: those that `and` joins, each by itself
  private static func wrongParts(
    of part: Explanation, _ words: ExplanationText
  ) -> [Explanation] {
    guard part.truth != .true else { return [] }
    var isJoin = part.subject == .list || part.subject == .whole
    if case .and? = words.operation(of: part) { isJoin = true }
    guard isJoin else { return [part] }
    return part.parts.filter { $0.type == .bool }.flatMap { wrongParts(of: $0, words) }
  }

  /// A literal in the text of a part, and the one that takes its place
  private struct Bound {
    let bytes: Range<Int>
    let text: String
  }

  /// The literal to change in a comparison or a range
  private static func bound(
    of part: Explanation, _ text: [UInt8], _ words: ExplanationText
  ) -> Bound? {
    if case .compare(let comparison, let left, let right)? = words.operation(of: part) {
      if let value = operand(left, part, words), let limit = constant(right, words) {
        return bound(text, trailing(text[...]), limit, comparison, value)
      }
      if let value = operand(right, part, words), let limit = constant(left, words) {
        return bound(text, leading(text), limit, comparison.mirrored, value)
      }
    } else if case .inRange(let ranged, let low, let high, let kind)? = words.operation(of: part) {
      return rangeBound(text, operand(ranged, part, words), low, high, kind, words)
    }
    return nil
  }

  /// The literal to change at one end of a range
  private static func rangeBound(
    _ text: [UInt8], _ value: Operand?, _ low: NodeID, _ high: NodeID, _ kind: RangeKind,
    _ words: ExplanationText
  ) -> Bound? {
    guard kind != .cyclic, let value, let least = constant(low, words),
      let greatest = constant(high, words),
      let dots = text.indices.dropLast().last(where: {
        text[$0] == UInt8(ascii: ".") && text[$0 + 1] == UInt8(ascii: ".")
      })
    else { return nil }
    // Of a range over midnight the nearer end is moved.
    let isAbove =
      least > greatest
      ? value.scalar - greatest <= least - value.scalar : value.scalar >= greatest
    if isAbove {
      let after = trailing(text[(dots + 2)...])
      return bound(text, after, greatest, kind == .closed ? .lessOrEqual : .less, value)
    }
    return bound(text, trailing(text[..<dots]), least, .greaterOrEqual, value)
  }

  /// The new literal of a comparison with a limit, or `nil` if the bytes of the limit are no literal of its value
  private static func bound(
    _ text: [UInt8], _ bytes: Range<Int>, _ limit: Double, _ comparison: Comparison,
    _ operand: Operand
  ) -> Bound? {
    let written = String(decoding: text[bytes], as: UTF8.self)
    guard !bytes.isEmpty, let literal = LimitLiteral(written, type: operand.type) else {
      return nil
    }
    let stated = operand.isRatio ? Percentage.percent(ofRatio: limit) : limit
    guard (literal.value - stated).magnitude <= 1e-9 * max(1, stated.magnitude) else { return nil }
    let direction: (isUpwards: Bool, isStrict: Bool)
    switch comparison {
    case .less: direction = (isUpwards: true, isStrict: true)
    case .lessOrEqual: direction = (isUpwards: true, isStrict: false)
    case .greater: direction = (isUpwards: false, isStrict: true)
    case .greaterOrEqual: direction = (isUpwards: false, isStrict: false)
    case .equal, .notEqual: return nil
    }
    let found = literal.text(
      at: operand.scalar, isUpwards: direction.isUpwards, isStrict: direction.isStrict)
    return found.flatMap { $0 == written ? nil : Bound(bytes: bytes, text: $0) }
  }

  // MARK: Operands

  /// A value that is compared with a literal
  private struct Operand {
    let scalar: Double
    let type: ValueType

    /// `true` for a percentage that is compared as a number
    let isRatio: Bool
  }

  /// The value that a node is in a part, or `nil` if it is a constant, unknown or no scalar
  private static func operand(
    _ node: NodeID, _ part: Explanation, _ words: ExplanationText
  ) -> Operand? {
    guard let found = part.parts.first(where: { $0.subject == .node(node) }) else { return nil }
    if case .unary(.ratio, _) = words.graph[node].operation, let percentage = found.parts.first,
      case .scalar(let scalar)? = percentage.value
    {
      return Operand(scalar: scalar, type: percentage.type, isRatio: true)
    }
    guard case .scalar(let scalar)? = found.value else { return nil }
    return Operand(scalar: scalar, type: found.type, isRatio: false)
  }

  private static func constant(_ node: NodeID, _ words: ExplanationText) -> Double? {
    guard case .constant(.scalar(let scalar)) = words.graph[node].operation else { return nil }
    return scalar
  }

  // MARK: Bytes

  /// The bytes of a word at the end of a text
  private static func trailing(_ text: ArraySlice<UInt8>) -> Range<Int> {
    var start = text.endIndex
    while start > text.startIndex, isWord(text[start - 1]) { start -= 1 }
    return start..<text.endIndex
  }

  /// The bytes of a word at the beginning of a text
  private static func leading(_ text: [UInt8]) -> Range<Int> {
    0..<(text.firstIndex { !isWord($0) } ?? text.count)
  }

  /// `true` for a byte of a literal: letters, digits, `.:%/` and all beyond ASCII
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "%"), UInt8(ascii: "/"), 0x80...0xFF:
      return true
    default: return false
    }
  }
}
