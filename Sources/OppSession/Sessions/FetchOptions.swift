internal import OppEngine
internal import OppModel

/// The options to fetch the subjects of the needs, as the fetches of a planning problem
///
/// One is made for a round: ``add(_:)`` for each subject of the needs in their order, then ``complete(_:)``.
///
/// ```
/// subjects   0 weather, 1 calendar, 2 agenda
/// terms      possible, cost 1 · possible, cost 3 · possible, by the fetch of the calendar
/// fetches    0 weather, 1 calendar, which brings the agenda, too
/// ```
struct FetchOptions {
  /// The fetches, without anything that they decide
  private(set) var problem = PlanningProblem()

  /// By subject: its fetch in the problem
  private(set) var fetchOfSubject: [Int] = []

  /// By fetch of the problem: the fetch; `nil` if it cannot be named yet or is impossible
  private(set) var fetches: [Fetch?] = []

  /// The index of each fetch in the problem, for several subjects may come with one
  private var indices: [Fetch: Int] = [:]

  /// Subjects that wait for another, such as the weather for the position of the person
  private var waiting: [(subject: Int, before: FetchKey)] = []

  /// The option to fetch a subject: its cost, or the reason why there is none
  enum Terms {
    case possible(Fetch, cost: Double, failure: Double)
    /// Requested already, or in the cache: it costs nothing more
    case underWay(Fetch)
    /// Another subject must be known first
    case after(FetchKey)
    /// It cannot be fetched now
    case impossible
  }

  /// Adds the terms of the next subject
  mutating func add(_ terms: Terms) {
    switch terms {
    case .possible(let fetch, let cost, let failure):
      fetchOfSubject.append(index(of: fetch, cost: cost, failure: failure))
    case .underWay(let fetch): fetchOfSubject.append(index(of: fetch, cost: 0, failure: 0))
    case .after(let subject):
      // It gets a fetch after all others, as that must come after the one that it waits for.
      waiting.append((fetchOfSubject.count, subject))
      fetchOfSubject.append(0)
    case .impossible:
      let fetch = problem.fetch(cost: 1)
      problem.settle(fetch: fetch, as: .failed)
      fetches.append(nil)
      fetchOfSubject.append(fetch)
    }
  }

  /// The index of a fetch in the problem, which is added if it is new; the terms of the first subject count
  private mutating func index(of fetch: Fetch, cost: Double, failure: Double) -> Int {
    if let known = indices[fetch] { return known }
    let index = problem.fetch(cost: cost, failure: failure)
    fetches.append(fetch)
    indices[fetch] = index
    return index
  }

  /// Adds a fetch for each subject that must wait for another, after the fetch of that other subject
  mutating func complete(_ subjects: [FetchKey]) {
    let late = Set(waiting.map { $0.subject })
    for (subject, before) in waiting {
      if let first = subjects.firstIndex(of: before), !late.contains(first) {
        fetchOfSubject[subject] = problem.fetch(cost: 1, after: [fetchOfSubject[first]])
        fetches.append(nil)
      } else {
        // No goal needs the position of the person: it is fetched on behalf of this subject.
        fetchOfSubject[subject] = problem.fetch(cost: 1)
        fetches.append(Fetch(subject: before))
      }
    }
    waiting = []
  }
}
