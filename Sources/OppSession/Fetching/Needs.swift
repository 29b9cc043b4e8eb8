package import OppEngine
package import OppModel

/// The open decisions of a second, as a planning problem over the possible fetches
///
///     opp "x" when raining and busy            // weather and calendar are missing
///
///     fetches   0: weather                     1: calendar
///     atoms     0: raining, of fetch 0         1: busy, of fetch 1
///     nodes     0: unknown    1: false    2: true    3: atom 0    4: atom 1    5: and of the nodes 3 and 4
///     roots     node 5 is to be decided, for the condition of x
///
/// A part that waits for one fetch is one atom, however many conditions it has: `raining and temp > 20C` is.
package struct Needs: Sendable {
  /// The subjects that are missing or due, each once
  package internal(set) var subjects: [FetchKey] = []

  /// The fetches, and the formulas that they decide
  package internal(set) var problem = PlanningProblem()

  /// By atom of the problem: the instance by which its truth is read later; nil for the rows of a table that is missing
  var conditions: [InstanceID?] = []

  /// The goals, of which each is needed by some rules; in the problem, they have the same order
  package internal(set) var roots: [Root] = []

  /// The rules of ``Root/Owner/rules(_:)``, by index
  package internal(set) var rules: [RuleID] = []

  /// The second at which a due fetch that is needless now may become necessary, if the engine does not
  /// wake before; `nil` if no fetch may
  package internal(set) var horizon: Instant?

  package init() {}

  /// Whether nothing has to be decided or known
  package var isEmpty: Bool { roots.isEmpty }

  /// The fetches of a goal: those that it must have, or that may decide it
  package func fetches(of root: Root) -> [Int] {
    switch root.goal {
    case .known(let range): problem.list(range)
    case .decided(let node): problem.fetches(below: node)
    }
  }

  /// Something that must be decided or known, and the rules that need it
  package struct Root: Sendable {
    /// The formula to decide, or the fetches to make
    package let goal: Goal

    /// The part of a rule that it is for
    package let reason: Reason

    /// Those that need it
    package let owner: Owner

    package enum Goal: Sendable {
      /// A node of the problem must be true or false
      case decided(Int)
      /// Fetches must have been made
      case known(ListRange)
    }

    package enum Reason: Sendable {
      /// The condition of an Opp
      case condition
      /// Whether an event happens
      case event
      /// Something remembers it: it must be known at every second
      case memory
      /// The text and the records of an Opp that fires at this second
      case text
    }

    package enum Owner: Sendable {
      /// The index of an Opp, or of a row of it, in the engine
      case opp(OppID)
      /// A part of ``Needs/rules``
      case rules(Range<Int>)
    }
  }
}
