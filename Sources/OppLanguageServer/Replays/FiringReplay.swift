/// The replays behind the lenses of a rule set: of its texts as they are, and as they are saved
///
/// With `temp > 20C` saved and `temp > 25C` typed, the lens of an Opp shows `12 → 9 firings`: both are replayed over
/// the same recording, the saved texts once until they change, the present ones once a change. The server keeps one of
/// these a rule set, so that all lenses of a file share its two replays.
final class FiringReplay {
  /// The number of the check whose texts ``current`` is about: a lens of another check needs another replay
  let generation: Int

  /// The replay of the texts as they are
  private let current: Sliced<ReplayedFirings>

  /// The replay of the texts as they are saved; nil if these are the same
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

  /// The firings of an Opp as a text; nil while there is more to do, of which this does a slice
  func history(of opp: String) -> String? { current.step()?.history(of: opp) }

  /// The line beside an Opp; nil while there is more to do, of which this does a slice
  func title(of opp: String) -> String? {
    guard let firings = current.step() else { return nil }
    guard let saved else { return firings.title(of: opp) }
    guard let before = saved.step() else { return nil }
    return firings.title(of: opp, saved: before)
  }
}
