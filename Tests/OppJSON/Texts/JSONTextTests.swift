import Foundation
import OppJSON
import OppTestLimits
import Testing

/// Texts as they are written, which Foundation's reader has to read back, and a terminal must not act on
@Suite(.limited) struct JSONTextTests {
  private func written(_ text: String) -> String {
    JSONText.object { $0.member("a", string: text) }
  }

  private func read(_ json: String) throws -> String? {
    try (JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])?["a"]
  }

  @Test func `every character of the first plane is read back, beside any other`() throws {
    let scalars = (0...0xFFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
    for start in stride(from: 0, to: scalars.count, by: 256) {
      let part = scalars[start..<min(start + 256, scalars.count)]
      let text = String(String.UnicodeScalarView(part))
      // Two texts that differ in their normalization are equal, but not the same.
      let same = try read(written(text)).map { Array($0.unicodeScalars) } == Array(part)
      #expect(same, "from \(part.first?.value ?? 0)")
    }
    #expect(try read(written("🥛\"\\/🥛")) == "🥛\"\\/🥛")
  }

  /// Control characters, line and paragraph separators, and what turns the direction of a text
  private static let acting: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069,
  ]

  @Test(arguments: acting)
  func `what a terminal acts on is escaped, and what lies beside it is not`(
    range: ClosedRange<UInt32>
  ) throws {
    for value in range {
      let scalar = try #require(Unicode.Scalar(value))
      let json = written("a\(Character(scalar))b")
      #expect(!json.unicodeScalars.contains(scalar), "\(value)")
      #expect(json.utf8.allSatisfy { $0 < 0x7F }, "\(value)")
    }
    for value in [range.lowerBound &- 1, range.upperBound + 1] where value > 0x1F && value < 0xFFFF
    {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(written("\(Character(scalar))").unicodeScalars.contains(scalar), "\(value)")
    }
  }

  @Test func `names are escaped as values are`() throws {
    let json = JSONText.object { $0.member("\u{9B}\"\\\n", string: "") }
    #expect(json == #"{"\u009b\"\\\n":""}"#)
  }

  @Test func `commas stand between elements, and nowhere else`() {
    let json = JSONText.object { object in
      object.key("a")
      object.array { array in
        array.object { _ in }
        array.raw("1")
        array.string("b")
        array.object { $0.member("c", raw: "null") }
      }
      object.member("d", strings: [])
      object.member("e", strings: ["f", "g"])
    }
    #expect(json == #"{"a":[{},1,"b",{"c":null}],"d":[],"e":["f","g"]}"#)
  }
}
