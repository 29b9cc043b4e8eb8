internal import OppEngine

/// Whether the needs that were found last are still those of the present second
extension FetchDemand {
  /// Whether needs may be other than they were when they were last found, with the same arguments
  func mayDiffer(in engine: inout Engine) -> Bool {
    engine.mayNeedsDiffer { mark(ofTable: $0) != nil }
  }
}
