package import OppModel

/// The open decisions of a second, as formulas over what could be fetched
///
/// Everything is kept in flat arrays: children come before parents, and a range names a part of
/// ``children``, ``subjectLists`` or ``rules``.
///
///     opp "x" when raining and busy            // weather and calendar are missing
///
///     subjects  0: weather                     1: calendar
///     atoms     0: raining, of subject 0       1: busy, of subject 1
///     nodes     0: unknown    1: false    2: true    3: atom 0    4: atom 1    5: and of the nodes 3 and 4
///     roots     node 5 is to be decided, for the condition of x
///
/// A part that waits for one subject is one atom, however many conditions it has: `raining and temp > 20C` is.
package struct Needs: Sendable {
  /// The subjects that are missing or due, each once
  package var subjects: [FetchKey] = []

  /// The conditions that fetches decide
  package var atoms: [Atom] = []

  /// The formulas; the first three are the constants unknown, false and true
  package var nodes: [Node] = []

  /// The goals, of which each is needed by some rules
  package var roots: [Root] = []

  /// Indices of nodes
  package var children: [Int32] = []

  /// Indices of subjects
  package var subjectLists: [Int32] = []

  /// Indices of rules
  package var rules: [Int32] = []

  /// The second at which a due fetch that is needless now may become necessary, if the engine does not
  /// wake before; nil where there is none
  package var horizon: Instant?

  package init() {}

  /// Whether nothing has to be decided or known
  package var isEmpty: Bool { roots.isEmpty }

  /// A condition that is known once its subjects have been fetched
  package struct Atom: Hashable, Sendable {
    /// The instance of the engine, by which its truth is read later; −1 for one that the engine adds
    let instance: Int32

    /// The node that it computes; nil for one that the engine adds, such as the presence of a row
    package let node: NodeID?

    /// The index of the template that it computes, with or without a node: the same for the same rule set
    package let template: Int

    /// A part of ``Needs/subjectLists``
    package let subjects: Range<Int>
  }

  /// A formula over earlier nodes, in Kleene's logic
  package enum Node: Hashable, Sendable {
    /// A truth that no fetch changes
    case constant(Truth)
    /// An index of ``Needs/atoms``
    case atom(Int)
    case not(Int)
    /// Parts of ``Needs/children``
    case and(Range<Int>)
    case or(Range<Int>)
  }

  /// Something that must be decided or known, and the rules that need it
  package struct Root: Hashable, Sendable {
    /// The formula to decide, or the subjects to know
    package let goal: Goal

    /// The part of a rule that it is for
    package let reason: Reason

    /// A part of ``Needs/rules``: those that need it
    package let rules: Range<Int>

    /// The row of `for each`
    package let row: RowID?

    package enum Goal: Hashable, Sendable {
      /// A node must be true or false
      case decided(Int)
      /// Subjects must have been fetched: a part of ``Needs/subjectLists``
      case known(Range<Int>)
    }

    package enum Reason: Hashable, Sendable {
      /// The condition of an Opp
      case condition
      /// Whether an event happens
      case event
      /// Something remembers it: it must be known at every second
      case memory
      /// The text and the records of an Opp that fires at this second
      case text
    }
  }
}

extension Needs {
  /// The lengths of its arrays: those of the next call will be about the same
  struct Extent {
    var atoms = 0
    var nodes = 0
    var roots = 0
    var children = 0
    var subjectLists = 0
    var rules = 0

    init() {}

    init(_ needs: Needs) {
      atoms = needs.atoms.count
      nodes = needs.nodes.count
      roots = needs.roots.count
      children = needs.children.count
      subjectLists = needs.subjectLists.count
      rules = needs.rules.count
    }
  }

  /// Makes room for about as much as the call before has found
  mutating func reserve(as extent: Extent) {
    atoms.reserveCapacity(extent.atoms)
    nodes.reserveCapacity(extent.nodes)
    roots.reserveCapacity(extent.roots)
    children.reserveCapacity(extent.children)
    subjectLists.reserveCapacity(extent.subjectLists)
    rules.reserveCapacity(extent.rules)
  }
}

/// An Opp, or one row of an Opp that is `for each`
package struct OppInstance: Hashable, Sendable {
  /// The index of the Opp in the engine
  let index: Int32

  /// The index of the Opp in ``ConditionGraph/rules``
  package let rule: Int

  /// The row of `for each`; nil for an Opp without it
  package let row: RowID?
}
