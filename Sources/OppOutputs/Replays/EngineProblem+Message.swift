package import OppEngine

extension EngineProblem {
  /// The problem, in one line
  package var message: String {
    switch self {
    case .tooManyInstances: "error: there are more rows times conditions than the engine holds"
    case .recordWithoutKey(let opp):
      "warning: `\(opp)` recorded a row whose key is unknown; it is in no table"
    case .unreadableMemory(let key): "warning: what was remembered of `\(key)` cannot be read"
    }
  }
}
