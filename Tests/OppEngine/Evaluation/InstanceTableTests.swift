import OppModel
import OppTestLimits
import Testing

@testable import OppEngine

/// Templates and rows, what they are made of and what follows them
@Suite(.limited) struct InstanceTableTests {
  private func table(plain count: Int) -> InstanceTable {
    var table = InstanceTable()
    for index in 0..<count { table.appendPlain(TemplateID(index)) }
    return table
  }

  @Test func `templates come first, instances of rows follow, each found by what it is`() {
    var table = table(plain: 3)
    let outer = table.environment(.empty, scope: ScopeID(index: 0), row: 7)
    let inner = table.environment(outer, scope: ScopeID(index: 1), row: 9)
    let made = [table.make(1, in: outer), table.make(1, in: inner)]
    #expect(made == [3, 4])
    #expect(table.count == 5)
    #expect(table.template == [0, 1, 2, 1, 1])
    #expect(table.instance(of: 1, in: outer) == 3)
    #expect(table.instance(of: 1, in: inner) == 4)
    #expect(table.instance(of: 2, in: outer) == nil)
  }

  @Test func `environments are kept once, and narrowed to the scopes that are needed`() {
    var table = InstanceTable()
    let (first, second) = (ScopeID(index: 0), ScopeID(index: 1))
    let outer = table.environment(.empty, scope: first, row: 7)
    let inner = table.environment(outer, scope: second, row: 9)
    let again = table.environment(outer, scope: second, row: 9)
    #expect(again == inner)
    #expect(table.row(of: first, in: inner) == 7)
    #expect(table.row(of: second, in: inner) == 9)
    #expect(table.row(of: second, in: outer) == nil)
    let restricted = [
      table.restrict(inner, to: [first]), table.restrict(inner, to: []),
      table.restrict(inner, to: [first, second]), table.restrict(outer, to: [second]),
    ]
    #expect(restricted == [outer, .empty, inner, .empty])
  }

  @Test func `operands are those that were set last`() {
    var table = table(plain: 3)
    table.setOperands([0, 1], of: 2)
    #expect((0..<table.operandCount(of: 2)).map { table.operand($0, of: 2) } == [0, 1])
    table.setOperands([1], of: 2)
    #expect((0..<table.operandCount(of: 2)).map { table.operand($0, of: 2) } == [1])
    #expect(table.operandCount(of: 0) == 0)
  }

  @Test func `dependents and observers are chains of their own instance, the last first`() {
    var table = table(plain: 4)
    table.addDependent(2, of: 0)
    table.addDependent(3, of: 1)
    table.addDependent(3, row: 5, of: 0)
    var found: [String] = []
    var next = table.firstDependent(of: 0)
    while let link = next {
      let dependent = table.dependent(link)
      found.append("\(dependent.instance.index) \(dependent.row?.index ?? 0)")
      next = dependent.next
    }
    #expect(found == ["3 5", "2 0"])
    #expect(table.firstDependent(of: 2) == nil)

    table.observe(0, .opp(4))
    table.observe(0, .watch(6))
    #expect(table.firstObserver(of: 1) == nil)
    guard let first = table.firstObserver(of: 0), let second = table.observer(first).next,
      case .watch(6) = table.observer(first).observer,
      case .opp(4) = table.observer(second).observer, table.observer(second).next == nil
    else {
      Issue.record("The chain of 0 is not the watch, then the Opp.")
      return
    }
  }

  @Test func `a change reaches the constants between two readings, and all where that is unknown`()
  {
    var table = table(plain: 5)
    for (comparison, threshold) in [(1, 10.0), (2, 20), (3, 30)] {
      table.addThreshold(threshold, of: InstanceID(comparison), on: 0)
    }
    func reached(_ before: Reading, _ reading: Reading) -> [InstanceID] {
      table.thresholds(of: 0, reachedFrom: before, to: reading).map {
        table.comparison(at: $0, of: 0)
      }
    }
    #expect(table.hasThresholds(0) && !table.hasThresholds(1))
    #expect(table.comparisons(of: 0) == [1, 2, 3])
    #expect(table.comparisons(of: 1) == [])
    #expect(reached(.scalar(11), .scalar(19)) == [])
    #expect(reached(.scalar(11), .scalar(20)) == [2])
    #expect(reached(.scalar(35), .scalar(15)) == [2, 3])
    #expect(reached(.unknown, .scalar(15)) == [1, 2, 3])
  }
}
