internal import OppSystem

/// The tags of OpenStreetMap for everyday words for kinds of places
///
/// A category is looked up in the table without regard to case, to `-` and `_`, and to an `s` at its end. One
/// that is not there is taken for a value of the keys that places have: `any "tattoo"` finds `shop=tattoo`,
/// `any "shoe store"` finds `shop=shoes`, `any "ice rink"` finds `leisure=ice_rink`. `KEY=VALUE` is a tag as
/// OpenStreetMap has it.
///
/// | name | is taken for |
/// | --- | --- |
/// | `Coffee-Shops` | `coffee shop` of the table: `amenity=cafe`, `shop=coffee` |
/// | `bakeries` | `bakery` of the table: `shop=bakery` |
/// | `cheese shop` | not in the table: `shop=cheese` or `shop=cheeses` |
/// | `tattoo` | `amenity=tattoo`, `shop=tattoo`, … for each of ``commonKeys``, or with an `s` |
/// | `cuisine=thai` | that tag alone |
package struct PlaceCategory: Hashable, Sendable {
  /// Any of them makes a place one of the category
  package let tags: [Tag]

  package struct Tag: Hashable, Sendable {
    package let key: String

    /// Any of them
    package let values: [String]
  }

  /// The keys under which a word that is not in the table may be a value
  static let commonKeys = [
    "amenity", "shop", "leisure", "tourism", "office", "craft", "healthcare",
  ]

  /// The longest name of a category, in bytes
  static let longestName = 100

  /// - Returns: nil if the name can be no kind of place: it is empty, too long, or not of words.
  package init?(named name: String) {
    let name = name.trimming(" \t").lowercased()
    guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
    let parts = name.split(separator: "=", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let key = Self.word(parts[0]), let value = Self.word(parts[1]) else { return nil }
      tags = [Tag(key: key, values: [value])]
      return
    }
    let words = name.split { " -_".contains($0) }.joined(separator: " ")
    if let known = Self.table[words] ?? Self.table[Self.singular(words)] {
      tags = known.map { Tag(key: $0.key, values: $0.values) }
      return
    }
    for ending in [" store", " shop"] where words.hasSuffix(ending) {
      let stem = String(words.dropLast(ending.count))
      guard let value = Self.word(stem) else { return nil }
      tags = [Tag(key: "shop", values: Self.forms(of: value))]
      return
    }
    guard let value = Self.word(words) else { return nil }
    tags = Self.commonKeys.map { Tag(key: $0, values: Self.forms(of: value)) }
  }

  /// A word as OpenStreetMap writes it, `_` between its parts; nil if it has other characters
  private static func word(_ text: some StringProtocol) -> String? {
    let word = text.trimming(" ").split(separator: " ").joined(separator: "_")
    let isSound = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || ":_-".unicodeScalars.contains($0)
    }
    return !word.isEmpty && isSound ? word : nil
  }

  /// A plural without its ending: `bakeries` is `bakery`, `cafes` is `cafe`; `glass` becomes `glas`, beside which the
  /// word itself is kept
  private static func singular(_ words: String) -> String {
    if words.hasSuffix("ies") { return words.dropLast(3) + "y" }
    return words.hasSuffix("s") ? String(words.dropLast()) : words
  }

  /// With and without an `s`: some values are plural (`shoes`), most are not
  private static func forms(of value: String) -> [String] {
    let singular = singular(value)
    return singular == value ? [value, value + "s"] : [singular, value]
  }
}
