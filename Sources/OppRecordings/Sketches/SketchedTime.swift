internal import OppModel

/// The columns that give the time of a row
///
/// A column that the reader finds by its name goes first, then the only column of times, then the only day beside the only
/// time of day. If there are several, none is chosen, apart from columns that are the same in all rows.
///
/// ```
/// time,temp                            found by its name
/// entity_id,state,last_changed         last_changed, the only column of times
/// Date;Clock;Out °F                    Date and Clock
/// Consumption,Start,End                Start or End: a question
/// _start,_stop,_time                   _time, if the others are the same in all rows
/// name,phone                           none: rows of a table
/// ```
enum SketchedTime {
  /// Columns by their places from 0, which the reader finds by their names
  case named([Int])

  /// Columns that the option `columns` names
  case chosen([Int])

  /// Several choices
  case open([[Int]])

  /// No column of times
  case none

  init(_ columns: [ColumnEvidence]) {
    if let named = Self.named(columns) {
      self = named
      return
    }
    let moments = Self.varying(Self.places(columns) { $0.isMostly(.moment) }, columns)
    if !moments.isEmpty {
      self = moments.count == 1 ? .chosen(moments) : .open(moments.map { [$0] })
      return
    }
    let days = Self.places(columns) { $0.isMostly(.day) }
    let clocks = Self.clocks(columns)
    if !days.isEmpty {
      let all = days.flatMap { day in clocks.isEmpty ? [[day]] : clocks.map { [day, $0] } }
      // `Start date` and `Start time` belong together.
      let alike = all.filter { $0.count == 2 && Self.haveOneBeginning(columns, $0[0], $0[1]) }
      let choices = alike.isEmpty ? all : alike
      self = choices.count == 1 ? .chosen(choices[0]) : .open(choices)
      return
    }
    let counted = Self.places(columns) { $0.isSinceEpoch || $0.isNumberOfTime }
    switch counted.count {
    case 0: self = .none
    case 1: self = .chosen(counted)
    default: self = .open(counted.map { [$0] })
    }
  }

  /// The places of the columns whose cells are not all equal, or all places if each column is so
  private static func varying(_ places: [Int], _ columns: [ColumnEvidence]) -> [Int] {
    let found = places.filter { !columns[$0].isConstant }
    return found.isEmpty ? places : found
  }

  /// The columns that give the time, or `nil` if there are none, or several choices
  var places: [Int]? {
    switch self {
    case .named(let places), .chosen(let places): places
    case .open, .none: nil
    }
  }

  /// The columns that the reader finds by their names, if their cells are times
  private static func named(_ columns: [ColumnEvidence]) -> SketchedTime? {
    let words = ["time", "timestamp", "datetime", "date_time", "date time", "date & time"]
    for word in words {
      let found = places(columns) { ColumnHeader.areAlike($0.header ?? "", word) }
      guard found.count == 1, let place = found.first else { continue }
      let column = columns[place]
      if column.isMostly(.moment) || column.isSinceEpoch { return .named([place]) }
      if column.isMostly(.clock) || column.isHour {
        let dates = places(columns) {
          ColumnHeader.areAlike($0.header ?? "", "date") && $0.isMostly(.day)
        }
        if word == "time", column.isMostly(.clock), dates.count == 1 {
          return .named([dates[0], place])
        }
        let days = places(columns) { $0.isMostly(.day) }
        return days.count == 1 ? .chosen([days[0], place]) : nil
      }
      if column.isMostly(.day) {
        let clocks = clocks(columns)
        return clocks.count == 1 ? .chosen([place, clocks[0]]) : .named([place])
      }
      if column.isMostly(.number) { return .named([place]) }
    }
    return nil
  }

  /// `true` if the headers of two columns begin with the same word, and have more than that
  private static func haveOneBeginning(
    _ columns: [ColumnEvidence], _ left: Int, _ right: Int
  ) -> Bool {
    let words = [left, right].map { place in
      (columns[place].header ?? "").lowercased().split { $0 == " " || $0 == "_" }
    }
    return words.allSatisfy { $0.count > 1 } && words[0].first == words[1].first
  }

  /// The columns of times of day, else of hours
  private static func clocks(_ columns: [ColumnEvidence]) -> [Int] {
    let clocks = places(columns) { $0.isMostly(.clock) }
    return clocks.isEmpty ? places(columns) { $0.isHour } : clocks
  }

  /// The places of the columns that fit
  private static func places(
    _ columns: [ColumnEvidence], where fits: (ColumnEvidence) -> Bool
  ) -> [Int] {
    columns.indices.filter { fits(columns[$0]) }
  }
}

extension ColumnEvidence {
  /// `true` if more than half of the cells that hold something are of a kind
  func isMostly(_ kind: SketchedCell) -> Bool { count(kind) * 2 > valueCount }

  /// `true` if it holds the hours of days: whole numbers of one or two digits under such a name
  var isHour: Bool {
    isAll(.number) && !hasOtherNumbers && digitCounts.isSubset(of: [1, 2])
      && ["hour", "hr", "hh", "h", "stunde", "heure", "hora"].contains {
        ColumnHeader.areAlike(header ?? "", $0)
      }
  }

  /// `true` if its numbers may be the time of a row: digits of dates, or days of a spreadsheet under a name that says so
  var isNumberOfTime: Bool { isCompactDate || isSpreadsheetDay }

  /// `true` if its numbers look like `20260621`, `2026062108`, `202606210805` or `20260621080500`
  var isCompactDate: Bool {
    guard isAll(.number), !hasOtherNumbers, digitCounts.count == 1, let digits = digitCounts.first,
      [8, 10, 12, 14].contains(digits), let numbers
    else { return false }
    var scale = 1.0
    for _ in 8..<max(digits, 8) { scale *= 10 }
    return numbers.lowerBound >= 1900_01_01 * scale && numbers.upperBound < 2101_01_01 * scale
  }

  /// `true` if its numbers may be days of a spreadsheet, of 1954 to 2119, under the name of a time
  var isSpreadsheetDay: Bool {
    guard isAll(.number), let header, let numbers, (20_000...80_000).contains(numbers.lowerBound),
      (20_000...80_000).contains(numbers.upperBound)
    else { return false }
    let bytes = Array(header.lowercased().utf8)
    return ["date", "time", "datum", "zeit", "fecha", "day"].contains { word in
      bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
    }
  }
}
