import OppTestLimits
import Testing

@testable import OppModel

/// Lists in order, and each of their values once
@Suite(.limited) struct ValueListsTests {
  private static func list(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
  private static func list(_ numbers: [Double]) -> Value { .list(numbers.map { .scalar($0) }) }

  private static func texts(_ value: Value?) -> [String]? {
    guard case .list(let values) = value else { return nil }
    return values.map { if case .text(let text) = $0 { text } else { "?" } }
  }

  @Test func `what is equal stays as it was, whatever the direction`() {
    let items = Self.list(["a", "b", "c", "d"])
    let keys = Self.list([2.0, 1, 2, 1])
    func ordered(_ isDescending: Bool) -> [String]? {
      Self.texts(ValueFunction.ordered.value(of: [items, keys, .truth(isDescending)]))
    }
    #expect(ordered(false) == ["b", "d", "a", "c"])
    #expect(ordered(true) == ["a", "c", "b", "d"])
  }

  @Test func `the key that was named last goes first`() {
    let items = Self.list(["a", "b", "c", "d"])
    let found = ValueFunction.ordered.value(of: [
      items, Self.list(["x", "y", "x", "w"]), .truth(true),
      .list([.truth(true), .truth(false), .truth(false), .truth(true)]), .truth(false),
    ])
    #expect(Self.texts(found) == ["b", "c", "a", "d"])
  }

  @Test func `texts are compared by the Unicode scalars of their canonical composition`() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    let items = Self.list(["z", composed, "Z", decomposed, "z", composed])
    let order = ValueFunction.ordered.value(of: [items, items, .truth(false)])
    let scalars = Self.texts(order)?.map { $0.unicodeScalars.map(\.value) }
    #expect(scalars == [[0x5A], [0x7A], [0x7A], [0xE9], [0x65, 0x301], [0xE9]])
    let distinct = ValueFunction.distinct.value(of: [items])
    #expect(Self.texts(distinct)?.map(\.unicodeScalars.count) == [1, 1, 1])
    #expect(ValueFunction.placeInList.value(of: [items, .text(decomposed)]) == .scalar(1))
    #expect(ValueFunction.placeInList.value(of: [items, .text("y")]) == .scalar(6))
  }

  @Test func `rows stand for values at their first appearance`() {
    let rows = Self.list(["a", "b", "c", "d"])
    let found = ValueFunction.distinctRows.value(of: [rows, Self.list([1.0, 2, 1, 3])])
    #expect(Self.texts(found) == ["a", "b", "d"])
    let few = ValueFunction.firstFew.value(of: [rows, .scalar(9)])
    #expect(few == rows)
  }
}
