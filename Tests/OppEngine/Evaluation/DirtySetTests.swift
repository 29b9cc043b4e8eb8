import OppTestLimits
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
