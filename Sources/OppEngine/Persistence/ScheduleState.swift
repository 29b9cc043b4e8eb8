internal import OppModel

/// The turns of a calendar between busy and free, as far ahead as is kept over a restart
///
/// It takes the place of the calendar until that is fetched again, so that `free >= 30min for 20min` does
/// not begin anew only because the computer did.
///
/// ```
/// 1 F 4 1782129600 1782133200 1782216000 1782219600      free, busy on 22 and 23 June from 12:00 to 13:00, then free
/// ```
struct ScheduleState: Sendable {
  /// The number of seconds after which the turns of a calendar that has not changed are written anew
  static let renewal: Int64 = 32 * 86_400

  /// The reach ahead, in seconds: at the next renewal still as far as the rows of `agenda` go
  static let reach: Int64 = 400 * 86_400 + renewal

  /// So many turns at most
  static let limit = 4096

  /// Whether the person is busy before the first turn
  private var isBusy: Bool

  /// The seconds at which that turns
  private var turns: [Int64] = []

  /// The turns from a second on, up to ``reach`` or ``limit``; beyond, the last state is taken to last
  init(_ schedule: Schedule, from start: Int64) {
    let end = Seconds.add(start, Self.reach)
    var stretch = schedule.stretch(Instant(seconds: start))
    isBusy = stretch.isBusy
    var isNow = isBusy
    var second = start
    // A stretch may end where an equal one begins.
    for _ in 0..<4 * Self.limit {
      second = max(stretch.to.seconds, Seconds.add(second, 1))
      guard second < end, turns.count < Self.limit else { break }
      stretch = schedule.stretch(Instant(seconds: second))
      if stretch.isBusy != isNow {
        turns.append(second)
        isNow = stretch.isBusy
      }
    }
  }

  /// Writes the first state, the number of turns and their seconds
  func write(to writer: inout MemoryWriter) {
    writer.add(isBusy)
    writer.add(turns.count)
    for turn in turns { writer.add(turn) }
  }

  init(from reader: inout MemoryReader) {
    isBusy = reader.isTrue()
    for _ in 0..<reader.count() {
      let turn = reader.second()
      if let last = turns.last { reader.require(possibleSecond: last < turn) }
      turns.append(turn)
    }
  }

  /// The calendar that these turns describe; a query costs the logarithm of their number
  var schedule: Schedule {
    let (isBusy, turns) = (isBusy, turns)
    return Schedule { instant in
      let next = turns.indices.partitionPoint { turns[$0] > instant.seconds }
      return Schedule.Stretch(
        isBusy: (next % 2 == 1) != isBusy,
        from: next > 0 ? Instant(seconds: turns[next - 1]) : .distantPast,
        to: next < turns.count ? Instant(seconds: turns[next]) : .distantFuture)
    }
  }
}
