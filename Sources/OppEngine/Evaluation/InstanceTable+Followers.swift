/// The links of the chains of those that follow an instance
extension InstanceTable {
  /// An instance to evaluate again, and the next of them in a chain
  struct Dependent {
    let instance: InstanceID
    private let compactRow: CompactOptional<RowIndex>
    private let compactNext: CompactOptional<DependentID>

    init(
      instance: InstanceID, row: RowIndex?, next: CompactOptional<DependentID>
    ) {
      self.instance = instance
      compactRow = CompactOptional(row)
      compactNext = next
    }

    /// The row of an aggregate that changes; nil for an ordinary operand
    var row: RowIndex? {
      @_transparent get { compactRow.wrapped }
    }

    /// The next of the same operand
    var next: DependentID? {
      @_transparent get { compactNext.wrapped }
    }
  }

  /// A follower that is not an instance itself
  enum Observer {
    case opp(OppID)
    /// An Opp that waits for events, of whose condition only the truth at their seconds counts
    case oppAtEvents(OppID)
    /// An Opp that only its condition makes fire, and that the junctions note where this comes true
    case oppAtRises(OppID)
    /// It is the place of an event of the sun, and the Opp is examined at that event
    case oppAtSun(OppID)
    /// An index into ``Engine/watched``
    case watch(Int)
  }

  /// An observer, and the next of the same instance in a chain
  struct ObserverLink {
    var observer: Observer
    private let compactNext: CompactOptional<ObserverID>

    init(_ observer: Observer, next: CompactOptional<ObserverID>) {
      self.observer = observer
      compactNext = next
    }

    var next: ObserverID? {
      @_transparent get { compactNext.wrapped }
    }
  }
}

/// The index of a link in the chains of dependents of an ``InstanceTable``
struct DependentID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}

/// The index of a link in the chains of observers of an ``InstanceTable``
struct ObserverID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}
