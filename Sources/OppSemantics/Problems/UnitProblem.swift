internal import OppModel
internal import OppSyntax

/// A literal whose number or unit cannot be read
enum UnitProblem {
  /// The unit, and what it may have been; the whole literal with that in its place
  case unknownUnit(String, nearest: String?, corrected: String?)

  /// `30m` where minutes and metres both fit, or neither
  case ambiguous(String, spellings: [String])

  /// Parts of a quantity that do not go together, such as `1h30km`
  case mixedParts(String)
  case tooLong(String, limit: Int)
  case tooLarge(String)
  case noSuchDate(String)
  case noSuchTime(String)
  case noSuchPin(String, isLatitude: Bool)
  case tooManyAmbiguous(limit: Int)
  case endOfDay
}
