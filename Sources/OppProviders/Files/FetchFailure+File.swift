internal import OppEngine
internal import OppSession

extension FetchFailure {
  /// The failure of a file, which the person has at hand
  static func file(_ kind: Kind, _ reason: String) -> FetchFailure {
    FetchFailure(kind, reason, remedy: "Check the file")
  }
}
