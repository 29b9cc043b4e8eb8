import OppModel

/// A notifier that fails, works for a while and fails again, as a third of all seeds have one
///
/// Both notifiers are there, and one Opp has something wait for the fickle one while the other takes what comes.
struct FickleNotifier {
  private let chance: Chance

  /// The person whom it reaches; `all` is everybody else
  private let person: String

  /// - Returns: `nil` for two of three seeds.
  init?(_ chance: Chance) {
    guard chance.oneIn(3, "fickle") else { return nil }
    self.chance = chance
    person = chance.pick(["all", "Ann"], "fickle person")
  }

  /// The Opp that fires often, for both notifiers or for the fickle one
  var opp: String {
    let own = person == "all" ? "" : " to \"Ann\""
    let recipients = chance.pick([" to [\"Ann\", \"Bo\"]", own], "fickle to")
    let expires = chance.pick(["", "", " expires 40min"], "fickle expiry")
    return "opp \"E0\" on every \(chance.pick([10, 20, 30], "fickle every"))min notify \"x\""
      + recipients + expires
  }

  /// Times of failures, long enough for long pauses, with times in between in which it works
  func events(from: Instant) -> [Plan.Event] {
    var at = from.advanced(by: Int64(chance.number(in: 60...7_200, "fickle begin")))
    return (0..<chance.number(in: 2...4, "fickle count")).map { index in
      let moods: [Action.NotifierMood] = [.failing, .failing, .failing, .losing, .limiting]
      let mood = chance.pick(moods, "fickle mood", index)
      let seconds = Int64(chance.number(in: 900...4_500, "fickle length", index))
      let event = Plan.Event(at: at, .notifier(person, mood, seconds: seconds))
      at = at.advanced(by: seconds + Int64(chance.number(in: 1_300...4_000, "fickle after", index)))
      return event
    }
  }
}
