package import OppEngine
internal import OppModel

extension EngineProblem {
  /// The problem, in one line
  ///
  /// Printed after a replay, on standard error; a firing that is missing for it cannot be seen otherwise.
  package var message: String {
    switch self {
    case .tooManyInstances: "error: there are more rows times conditions than the engine holds"
    case .recordWithoutKey(let opp):
      "warning: `\(opp)` recorded a row whose key is unknown; it is in no table"
    case .textCut(let opp):
      "warning: a text\(opp.map { " of `\($0)`" } ?? "") had more than \(TextLimit.bytes) bytes, "
        + "and its end was cut off"
    case .unreadableMemory(let key), .impossibleMemory(let key):
      "warning: what was remembered of `\(key)` cannot be read"
    }
  }
}
