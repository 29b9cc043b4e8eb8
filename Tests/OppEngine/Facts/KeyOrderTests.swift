import OppEngine
import OppModel
import OppTestLimits
import Testing

/// The order of rows
@Suite(.limited) struct KeyOrderTests {
  /// Each before the next, and before all that follow
  private static let ascending: [[Value]] = [
    [], [.text("")], [.text("B")], [.text("a")], [.text("a"), .scalar(-1)],
    [.text("a"), .scalar(2)],
    [.text("a"), .scalar(10)], [.text("a"), .scalar(10), .truth(false)],
    [.text("a"), .scalar(10), .truth(true)], [.text("b")],
    [.text("\u{212B}")], [.text("é")], [.text("e\u{301}a")], [.text("e\u{302}")],
    [.text("🏔")],
  ]

  @Test func `numbers go by size, texts by their composed scalars, a part before the whole`() {
    for (index, left) in Self.ascending.enumerated() {
      #expect(!KeyOrder.isLess(left, left), "\(left)")
      for right in Self.ascending.dropFirst(index + 1) {
        #expect(KeyOrder.isLess(left, right), "\(left) \(right)")
        #expect(!KeyOrder.isLess(right, left), "\(right) \(left)")
      }
    }
  }

  @Test func `values of two kinds have no order`() {
    #expect(!KeyOrder.isLess(.scalar(1), .text("a")))
    #expect(!KeyOrder.isLess(.text("a"), .scalar(1)))
  }
}
