/// The needs as a planning problem, with the option to make each fetch
///
/// One is made for a round: ``add(_:)`` for each subject of the needs in their order, then ``next(_:)``, or
/// ``complete()``, ``estimate(_:)`` and ``worths()``.
///
/// ```
/// needs      x: weather and calendar, y: agenda       subjects 0 weather, 1 calendar, 2 agenda
/// terms      possible, cost 1 · possible, cost 3 · possible, by the fetch of the calendar
/// problem    fetches 0 weather, 1 calendar; the formula of x over both; y requires fetch 1
/// ```
struct FetchChoice {
  let needs: Needs

  /// The problem, whole once ``complete()`` has been called
  private(set) var problem = PlanningProblem()

  /// By the index of a subject: its fetch in the problem
  private var fetchOfSubject: [Int] = []

  /// By the index of a fetch in the problem: the fetch; nil where none can be named yet, or none is possible
  private(set) var fetches: [Fetch?] = []

  /// The index of each fetch in the problem, for several subjects may come with one
  private var indices: [Fetch: Int] = [:]

  /// By the index of a node of the needs: its node in the problem
  private var nodes: [Int] = []

  /// Subjects that wait for another, such as the weather for the position of the person
  private var waiting: [(subject: Int, before: FetchKey)] = []

  /// Whether the atoms have their probabilities, which often matter to no choice
  private var isEstimated = false

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

  init(needs: Needs) {
    self.needs = needs
  }

  /// Adds the terms of the next subject of the needs
  mutating func add(_ terms: Terms) {
    switch terms {
    case .possible(let fetch, let cost, let failure):
      fetchOfSubject.append(index(of: fetch, cost: cost, failure: failure))
    case .underWay(let fetch): fetchOfSubject.append(index(of: fetch, cost: 0, failure: 0))
    case .after(let subject):
      waiting.append((fetchOfSubject.count, subject))
      fetchOfSubject.append(-1)
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

  /// The fetches to make now
  ///
  /// - Parameter probabilities: by atom, of its being true once it is known; found only where they matter.
  mutating func next(_ probabilities: (Needs) -> [Double]) -> [Fetch] {
    complete()
    if let certain = Planner.certain(problem) { return certain.compactMap { fetches[$0] } }
    estimate(probabilities)
    return Planner.next(problem).fetches.compactMap { fetches[$0] }
  }

  /// Gives the atoms their probabilities
  ///
  /// - Requires: the problem is whole.
  mutating func estimate(_ probabilities: (Needs) -> [Double]) {
    guard !isEstimated else { return }
    isEstimated = true
    let all = probabilities(needs)
    var place = 0
    for case .atom(let index) in needs.nodes {
      problem.estimate(atom: place, as: all[index])
      place += 1
    }
  }

  /// By fetch, the expected number of Opps that it decides something for, per cost
  ///
  /// - Requires: the problem is whole and estimated.
  func worths() -> [Fetch: Double] {
    var result: [Fetch: Double] = [:]
    for (index, worth) in Planner.worths(problem).enumerated() {
      if let fetch = fetches[index] { result[fetch] = max(result[fetch] ?? 0, worth) }
    }
    return result
  }

  /// Makes the problem whole
  mutating func complete() {
    order()
    addNodes()
    addRoots()
  }

  /// Adds the formulas, children first as in the needs
  private mutating func addNodes() {
    nodes.reserveCapacity(needs.nodes.count)
    problem.reserve(
      nodes: needs.nodes.count, atoms: needs.atoms.count,
      lists: needs.children.count + needs.atoms.count + needs.roots.count)
    for node in needs.nodes {
      switch node {
      case .constant(let truth): nodes.append(problem.constant(truth))
      case .atom(let index):
        let atom = needs.atoms[index]
        nodes.append(add(atom))
      case .not(let operand): nodes.append(problem.not(nodes[operand]))
      case .and(let range):
        nodes.append(problem.and(needs.children[range].lazy.map { [nodes] in nodes[Int($0)] }))
      case .or(let range):
        nodes.append(problem.or(needs.children[range].lazy.map { [nodes] in nodes[Int($0)] }))
      }
    }
  }

  /// Adds an atom; most need one response, for which no list is made
  private mutating func add(_ atom: Needs.Atom) -> Int {
    guard atom.subjects.count == 1 else {
      return problem.atom(probability: 0.5, needing: fetches(of: atom.subjects))
    }
    let subject = Int(needs.subjectLists[atom.subjects.lowerBound])
    return problem.atom(probability: 0.5, needing: CollectionOfOne(fetchOfSubject[subject]))
  }

  /// Adds the goals; rows of a table often need the very same, which is required once
  private mutating func addRoots() {
    var required: [(fetches: [Int], weight: Double)] = []
    var places: [RequiredList: Int] = [:]
    for root in needs.roots {
      let weight = Double(max(1, root.rules.count))
      var subjects: Range<Int>?
      switch root.goal {
      case .known(let range): subjects = range
      case .decided(let node):
        if case .atom(let atom) = needs.nodes[node] {
          subjects = needs.atoms[atom].subjects
        } else {
          problem.decide(nodes[node], weight: weight)
        }
      }
      guard let subjects else { continue }
      let wanted = fetches(of: subjects)
      let list = RequiredList(wanted)
      if let place = places[list] {
        required[place].weight += weight
      } else {
        places[list] = required.count
        required.append((wanted, weight))
      }
    }
    for (wanted, weight) in required { problem.require(wanted, weight: weight) }
  }

  /// Gives what must wait a fetch of its own, after the one that it waits for
  private mutating func order() {
    for (subject, before) in waiting {
      guard let first = needs.subjects.firstIndex(of: before), fetchOfSubject[first] >= 0 else {
        // No goal needs the position of the person: it is fetched on behalf of this subject.
        fetchOfSubject[subject] = problem.fetch(cost: 1)
        fetches.append(Fetch(subject: before))
        continue
      }
      fetchOfSubject[subject] = problem.fetch(cost: 1, after: [fetchOfSubject[first]])
      fetches.append(nil)
    }
    waiting = []
  }

  /// The fetches that bring some subjects, each once
  private func fetches(of range: Range<Int>) -> [Int] {
    var result: [Int] = []
    for index in needs.subjectLists[range] {
      let fetch = fetchOfSubject[Int(index)]
      if !result.contains(fetch) { result.append(fetch) }
    }
    return result
  }
}

/// The fetches of a goal as a key: a few of them fit into one number, which is quick to hash
///
/// Each takes a byte, of its index and one: the fetches 0 and 2 are 0x0103. Up to eight with indices below 255 fit.
private enum RequiredList: Hashable {
  case few(UInt64)
  case many([Int])

  init(_ fetches: [Int]) {
    var number: UInt64 = 0
    for fetch in fetches {
      guard (0..<255).contains(fetch), number >> 56 == 0 else {
        self = .many(fetches)
        return
      }
      number = number << 8 | UInt64(fetch + 1)
    }
    self = .few(number)
  }
}
