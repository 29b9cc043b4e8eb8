internal import OppModel

/// The result of a ``MemoryGate``
enum MemoryResult {
  /// That of `for`, which false seconds decide, or `within last`, which true ones do; the duration is in seconds
  case past(deciding: Truth, Int64)
  /// The first second of the present or latest interval of truth
  case start

  var isStart: Bool {
    if case .start = self { true } else { false }
  }
}

/// A `for`, `within last` or `began` as ``JunctionNetwork`` takes it
struct CountedMemory {
  let instance: InstanceID

  /// An instance before it
  let operand: InstanceID
  let result: MemoryResult

  /// The slot of its history
  let slot: StateSlot

  /// The greatest number of memories above each other below it
  let level: Int
}

/// A `for` or `within last` of a ``JunctionNetwork``: a junction of one operand, and a leaf
///
/// At each turn of the operand, the history takes note of it, and the leaf takes the truth that follows from the history. At
/// the alarm, that may be another one though the operand has not turned.
///
/// ```
///   temp > 30C for 10min
///
///   at       operand    leaf       alarm
///   14:00    true       unknown    14:10
///   14:10    true       true
///   14:20    false      false
///   14:21    true       false      14:31
///   14:25    false      false      14:31    nothing turns then
///   14:26    true       false      14:31    and then 14:36
/// ```
///
/// An alarm that is too early is let be, so that an operand that turns each second sets one alarm each `duration`.
///
/// The gate of `began` has no leaf: the instance is evaluated where its operand has turned.
struct MemoryGate {
  let memory: CountedMemory

  /// The leaf; nil for `began`
  let leaf: Int?

  /// The second at which it is to be settled whether or not its operand turns; never for none
  var alarm = Seconds.never
}

extension JunctionNetwork {
  /// Gates that are settled together: no operand of one depends on another of them
  struct Stage {
    /// The layers after the stage before
    let layers: Range<Int>

    /// The junction that is the first gate, a multiple of 64
    let firstGate: Int

    /// The first multiple of 64 that is no gate
    let end: Int

    /// The place of the first gate in ``memories``
    let firstMemory: Int
  }

  /// The junction that is the gate of an instance; nil for one that is no memory
  func junctionOfGate(of instance: InstanceID) -> Int? {
    guard let gate = Self.place(instance, in: gateOfInstance) else { return nil }
    for stage in stages where gate < stage.firstMemory + stage.end - stage.firstGate {
      return stage.firstGate + gate - stage.firstMemory
    }
    return nil
  }

  /// Has a memory settled again
  ///
  /// - Returns: whether the instance is one.
  mutating func recall(_ instance: InstanceID) -> Bool {
    guard let junction = junctionOfGate(of: instance) else { return false }
    marks[junction] = 1
    return true
  }

  /// Settles the gates of a stage that are marked
  mutating func settleGates(_ stage: Stage, at second: Int64, _ histories: inout [TruthHistory]) {
    for word in (stage.firstGate >> 6)..<(stage.end >> 6) {
      var bits = Self.takeMarks(of: word, &marks)
      while bits != 0 {
        let junction = word &<< 6 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let count = Self.withPlanesSettled(counts[junction])
        counts[junction] = count
        let truth = Self.truth(
          isCertain: count &>> 20 & 1 == 0, isPossible: count &>> 30 & 1 == 0, false)
        let gate = stage.firstMemory &+ junction &- stage.firstGate
        guard let own = memories[gate] else { continue }
        if histories[own.memory.slot].note(truth, at: second) { noted.append(gate) }
        guard case .past(let deciding, let duration) = own.memory.result, let leaf = own.leaf
        else { continue }
        let reading = histories[own.memory.slot].extreme(
          deciding, duration, at: second, until: Seconds.never)
        set(leaf: leaf, isCertain: reading.kind == .yes, isPossible: reading.kind != .no)
        guard own.alarm <= second || reading.until < own.alarm else { continue }
        memories[gate]?.alarm = reading.until
        if reading.until < Seconds.never { awaiting.append(gate) }
      }
    }
  }
}
