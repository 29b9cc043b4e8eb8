import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// Instances come out template by template, each once
@Suite(.limited) struct DirtySetTests {
  private func set(_ entries: [(instance: InstanceID, template: TemplateID)]) -> DirtySet {
    var set = DirtySet()
    set.reserve(templates: 200)
    for entry in entries { set.insert(entry.instance, template: entry.template) }
    return set
  }

  @Test(
    arguments: [
      (0, 3), (3, 3), (4, 63), (63, 63), (64, 64), (65, 199), (199, 199), (200, nil), (500, nil),
    ] as [(TemplateID, TemplateID?)])
  func `the first template at or after one`(from: TemplateID, found: TemplateID?) {
    let set = set([(3, 3), (63, 63), (300, 64), (199, 199)])
    #expect(set.first(from: from) == found)
  }

  @Test func `what is far behind is found past all that is empty, and what is taken out is not`() {
    var random = SplitMix64(seed: 3)
    var set = DirtySet()
    set.reserve(templates: 20_000)
    var expected: Set<Int> = []
    for _ in 0..<2000 {
      let template = random.number(in: 0...19_999)
      if random.oneIn(3), let one = expected.randomElement(using: &random) {
        let wasThere = set.removePlain(TemplateID(one))
        #expect(wasThere)
        expected.remove(one)
      } else if expected.count < 5 {
        set.insert(InstanceID(template), template: TemplateID(template))
        expected.insert(template)
      }
      let from = random.number(in: 0...20_100)
      let found = set.first(from: TemplateID(from))
      #expect(found?.place == expected.filter { $0 >= from }.min())
      #expect(set.has(InstanceID(template)) == expected.contains(template))
    }
  }

  @Test func `an empty set has no first`() {
    #expect(set([]).first(from: 0) == nil)
    #expect(DirtySet().first(from: 0) == nil)
  }

  @Test func `the instance that a template is comes out once`() {
    var set = set([(64, 64), (64, 64)])
    let (first, second) = (set.removePlain(64), set.removePlain(64))
    #expect(first && !second)
    #expect(set.first(from: 0) == nil)
  }

  @Test func `instances of rows come out together, in their order, each once`() {
    var set = set([(301, 70), (300, 70), (301, 70), (302, 71), (70, 70)])
    let (first, second) = (set.removeListed(70), set.removeListed(70))
    #expect(first == [301, 300] && second.isEmpty)
    #expect(set.first(from: 0) == 70, "the template itself is still there")
    let isPlain = set.removePlain(70)
    #expect(isPlain)
    #expect(set.first(from: 0) == 71)
    set.insert(301, template: 70)
    let again = set.removeListed(70)
    #expect(again == [301], "what came out may come again")
  }
}
