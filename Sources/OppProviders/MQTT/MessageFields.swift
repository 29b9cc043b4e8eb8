internal import OppModel
internal import OppSystem

/// The places of the fields in a payload: `temperature = climate.temperature, door = contacts[0]`
///
/// A field that is not named is at the key of its own name. If no place is named, the only field is the
/// whole payload, unless that is an object.
struct MessageFields: Sendable {
  /// A mistake in the option, in words
  struct Mistake: Error, Hashable {
    let reason: String
  }

  /// The places that are named, by field
  private let paths: [String: PayloadPath]

  /// - Parameter fields: those that can be named.
  init(_ text: String?, of fields: [Field]) throws(Mistake) {
    var paths: [String: PayloadPath] = [:]
    for part in (text ?? "").split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].trimmingSpaces()
      guard sides.count == 2, let path = PayloadPath(sides[1].trimmingSpaces()[...]) else {
        throw Mistake(
          reason:
            "`\(part.trimmingSpaces())` is no `field = place`, such as `temperature = climate.temperature`"
        )
      }
      guard fields.contains(where: { $0.name == name }) else {
        throw Mistake(reason: "there is no field `\(name)`")
      }
      guard paths.updateValue(path, forKey: name) == nil else {
        throw Mistake(reason: "the field `\(name)` has two places")
      }
    }
    self.paths = paths
  }

  func path(of field: String) -> PayloadPath { paths[field] ?? .key(field) }

  /// `true` if the place of no field is named
  var isEmpty: Bool { paths.isEmpty }

  /// `true` if the place of a field is named
  func names(_ field: String) -> Bool { paths[field] != nil }
}
