/// Chance by name: the same name and number give the same draw, whatever else is drawn
///
/// Chance from one stream would give every later draw another value as soon as one event is left out. By name, a smaller plan
/// keeps all the rest of the world as it was, and so does a restart.
///
/// ```swift
/// chance.number(in: 0...5_000, "latency", 17)     // the latency of request 17, in milliseconds
/// ```
package struct Chance: Hashable, Sendable {
  package let seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
  }

  /// The draw of a name and a number
  package func draw(_ name: String, _ number: Int = 0) -> UInt64 {
    // FNV-1a of the name, then the finalizer of SplitMix64 over seed, name and number.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let mixed = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) ^ hash
    return Self.mixed(Self.mixed(mixed) &+ UInt64(bitPattern: Int64(number)))
  }

  /// One of the numbers of a range
  package func number(in range: ClosedRange<Int>, _ name: String, _ number: Int = 0) -> Int {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(draw(name, number) % count)
  }

  /// One of some elements
  ///
  /// - Requires: at least one.
  package func pick<Element>(
    _ elements: [Element], _ name: String, _ number: Int = 0
  ) -> Element {
    elements[self.number(in: 0...(elements.count - 1), name, number)]
  }

  /// `true` once in so many draws
  package func oneIn(_ count: Int, _ name: String, _ number: Int = 0) -> Bool {
    self.number(in: 1...count, name, number) == 1
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
