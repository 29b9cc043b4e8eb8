import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct TopicFilterTests {
  /// filter, topic, the names that are bound; `nil` if the topic is not among those of the filter (section 4.7)
  static let topics: [(String, String, [String: String]?)] = [
    ("a/b", "a/b", [:]), ("a/b", "a/b/c", nil), ("a/b", "a", nil), ("a/b", "A/b", nil),
    ("a/+", "a/b", [:]), ("a/+", "a/", [:]), ("a/+", "a", nil), ("+/+", "/x", [:]),
    ("home/+room/temp", "home/hall/temp", ["room": "hall"]), ("home/+room/temp", "home/hall", nil),
    ("+a/+b", "x/y", ["a": "x", "b": "y"]), ("sport/#", "sport", [:]),
    ("sport/#", "sport/a/b", [:]),
    ("#", "a/b", [:]), ("#", "$SYS/a", nil), ("+/a", "$SYS/a", nil), ("$SYS/#", "$SYS/a", [:]),
    ("+x/#", "a/b/c", ["x": "a"]), ("a//b", "a//b", [:]), ("a/b", "a//b", nil),
  ]

  @Test(arguments: topics)
  func `a topic is found by its levels`(filter: String, topic: String, bound: [String: String]?)
    throws
  {
    #expect(try TopicFilter(filter).match(topic) == bound)
  }

  @Test(arguments: ["", "a#", "a/#/b", "a+", "+a-b", "#/a", "a/b#", "+a/+a", "a\u{0}b"])
  func `a filter with a mistake is refused`(text: String) {
    #expect(throws: TopicFilter.Mistake.self) { try TopicFilter(text) }
  }

  @Test func `the broker gets the filter without names`() throws {
    #expect(try TopicFilter("+a/b/+/#").subscription == "+/b/+/#")
    #expect(try TopicFilter("a/b").isOneTopic)
    #expect(try !TopicFilter("a/+").isOneTopic)
  }

  @Test func `a text that is no place is refused`() {
    for path in ["", "a..b", "a[", "a[x]", "a[-1]", "a[0]b", ".a"] {
      #expect(PayloadPath(path[...]) == nil, "\(path)")
    }
  }

  @Test(arguments: ["x", "x = a", "temp = ", "temp = a, temp = b", "= a"])
  func `an option of places with a mistake is refused`(text: String) {
    #expect(throws: MessageFields.Mistake.self) {
      try MessageFields(text, of: [Field(name: "temp", type: .temperature)])
    }
  }
}
