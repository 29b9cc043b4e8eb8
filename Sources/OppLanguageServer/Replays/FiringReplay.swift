/// The replays behind the lenses of a rule set: of its texts as they are, and as they are saved
final class FiringReplay {
  let generation: Int
  private let current: Sliced<ReplayedFirings>
  private let saved: Sliced<ReplayedFirings>?

  /// The check of the saved texts that ``saved`` is about
  private let savedSnapshot: RuleSetSnapshot?

  init(
    _ state: RuleSetState, _ current: Sliced<ReplayedFirings>, saved: Sliced<ReplayedFirings>?,
    savedSnapshot: RuleSetSnapshot? = nil
  ) {
    generation = state.generation
    self.current = current
    self.saved = saved
    self.savedSnapshot = savedSnapshot
  }

  /// The replay of a check of saved texts, if this has one
  func saved(of snapshot: RuleSetSnapshot) -> Sliced<ReplayedFirings>? {
    savedSnapshot === snapshot ? saved : nil
  }

  /// The line beside an Opp; nil while there is more to do, of which this does a slice
  func title(of opp: String) -> String? {
    guard let firings = current.step() else { return nil }
    guard let saved else { return firings.title(of: opp) }
    guard let before = saved.step() else { return nil }
    return firings.title(of: opp, saved: before)
  }
}
