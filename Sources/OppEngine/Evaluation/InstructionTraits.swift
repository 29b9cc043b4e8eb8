/// The properties of an instruction by which the parts of the engine treat it
///
/// Every instruction has a row in ``Instruction/traits``, a table that does not compile without one. Whoever would list
/// instructions asks for a property in their place.
///
/// ```
///                          dependence   properties              state
/// temp > 20C               strict       ownsHorizon             none
/// raining and temp > 20C   joined       none                    none
/// raining for 1h           past         remembers, samples      truth
/// ```
struct InstructionTraits {
  /// The way in which it depends on operands that are unknown or not fetched yet
  let dependence: Dependence

  let properties: Properties

  /// The state that each of its instances has
  let state: InstanceState

  init(_ dependence: Dependence, _ properties: Properties = [], state: InstanceState = .none) {
    self.dependence = dependence
    self.properties = properties
    self.state = state
  }

  func contains(_ property: Properties) -> Bool { properties.contains(property) }

  struct Properties: OptionSet {
    let rawValue: UInt8

    /// Time alone can change its reading, though its operands stay as they are
    ///
    /// `free >= 30min` turns though `free` and `30min` are the readings they were. `not c`, `a and b` or `known(x)`
    /// change at the horizon of an operand at most, which has a timer already.
    static let ownsHorizon = Properties(rawValue: 1)

    /// It remembers: its operands are then followed whether or not they matter now
    static let remembers = Properties(rawValue: 2)

    /// It takes note of its first operand at every second, and its memory is kept over a restart
    static let samples = Properties(rawValue: 4)

    /// It looks ahead, and is evaluated again whenever more of the future is known
    static let looksAhead = Properties(rawValue: 8)

    /// The value counts seconds where it drifts: it grows or falls by one each second
    static let countsSeconds = Properties(rawValue: 16)
  }

  /// The way in which it joins conditions; nil where its result is learned of and decided by itself
  var connective: Connective? {
    if case .joined(let connective) = dependence { connective } else { nil }
  }

  /// Whether its rows announce their changes themselves
  var countsRows: Bool {
    if case .rows = dependence { true } else { false }
  }

  /// Whether each change of an operand is followed, whether or not it matters now
  var followsOperands: Bool { contains(.remembers) || countsRows }

  /// Whether it is kept up to date below a text that is evaluated at a firing only
  var isMaintainedInTexts: Bool {
    if case .source = dependence { return true }
    return followsOperands || contains(.looksAhead)
  }

  /// Whether it reads its operands at seconds other than the present one
  var readsOtherSeconds: Bool {
    !properties.isDisjoint(with: [.remembers, .samples, .looksAhead])
  }

  /// Whether nothing is lost if it is not evaluated while it is not read
  var maySuspend: Bool {
    guard case .none = state, !dependence.isOnWorld else { return false }
    return properties.isDisjoint(with: [.remembers, .samples, .looksAhead])
  }

  /// Whether its reading follows from those of its operands at the same second
  var isComposed: Bool {
    switch state {
    case .none, .sites:
      !dependence.isOnWorld && !readsOtherSeconds
    case .truth, .lastKnown, .change, .window, .rows, .row, .rowIdentity, .tableListener,
      .addressListener,
      .nearestListener, .ageListener:
      false
    }
  }

  /// The kind of entry that its instances keep; nil for one that remembers nothing, or only of the future
  var memoryKind: MemoryKind? { contains(.samples) ? state.memoryKind : nil }
}
