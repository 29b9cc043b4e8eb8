internal import OppModel

extension RecordingProblem {
  /// The stable name of the kind of problem
  package var code: String {
    switch kind {
    case .unreadable: "unreadable-file"
    case .tooLarge: "file-too-large"
    case .tooManyRows: "too-many-rows"
    case .tooManyColumns: "too-many-columns"
    case .unknownFile: "unknown-file"
    case .secondFile: "second-file"
    case .unsupportedFormat: "unsupported-format"
    case .lineTooLong: "line-too-long"
    case .halfLine: "half-line"
    case .emptyFile: "empty-file"
    case .ambiguousSeparator: "ambiguous-separator"
    case .zeroBytes: "zero-bytes"
    case .missingColumn, .missingTime, .missingFields, .missingHeader, .missingPlace:
      "missing-column"
    case .noChosenRow: "no-chosen-row"
    case .passedOver: "passed-over"
    case .unknownColumn: "unknown-column"
    case .duplicateColumn: "duplicate-column"
    case .unknownUnit: "unknown-unit"
    case .unitMismatch: "unit-mismatch"
    case .missingUnit: "missing-unit"
    case .unclosedQuote: "unclosed-quote"
    case .textAfterQuote: "text-after-quote"
    case .extraCell: "extra-cell"
    case .missingCells: "missing-cells"
    case .badCell: "bad-cell"
    case .emptyCell: "empty-cell"
    case .impossibleRate: "impossible-rate"
    case .likelyFahrenheit: "likely-fahrenheit"
    case .notUTF8, .lineNotUTF8, .unmarkedEncoding: "not-utf8"
    case .impossible: "bad-cell"
    case .amountOfRate, .beaufort: "unit-mismatch"
    case .emptyValidity: "empty-validity"
    case .openMark, .contradictoryMarks: "ambiguous-number"
    case .openDate, .contradictoryDates, .shortYear, .dayNumber, .digitsAlone: "ambiguous-date"
    case .noSuchDay, .dayAlone, .otherPattern: "bad-cell"
    case .doubledTime: "doubled-time"
    case .skippedTime: "skipped-time"
    case .otherZone: "other-zone"
    case .badJSON: "bad-json"
    case .badXML: "bad-xml"
    case .tooDeep: "too-deep"
    case .otherEncoding: "other-encoding"
    case .trackWithoutTimes, .waypointsAlone: "no-recording"
    case .unknownKey, .foreignOption, .optionOfCSV: "unknown-key"
    case .fileOption, .optionsOfNone: "bad-option"
    case .missingKey: "missing-key"
    case .unknownZone: "unknown-zone"
    case .emptyPeriod: "empty-period"
    }
  }

  /// The problem, on one line
  package var message: String {
    switch kind {
    case .unreadable(let reason): "this file cannot be read: \(reason)"
    case .tooLarge(let limit): "a file has at most \(limit >> 20) MiB"
    case .tooManyRows(let limit): "a file has at most \(limit) rows"
    case .tooManyColumns(let limit): "a file has at most \(limit) columns"
    case .unknownFile(let name, _): "no source or table is named `\(name)`, so this is not read"
    case .secondFile(let name, let first): "`\(name)` is read from `\(first)` already"
    case .unsupportedFormat(let name, let ending): "`\(name)` is not read from a `.\(ending)` file"
    case .lineTooLong(let limit): "a line has at most \(limit >> 10) KiB"
    case .halfLine: "the last line has no line end, it may be half"
    case .emptyFile(let owner): "this file is empty, so nothing is known of `\(owner)`"
    case .ambiguousSeparator(let found):
      "the columns may be separated by \(found.joined(separator: " or "))"
    case .zeroBytes: "this line holds zero bytes alone, as after a power cut, and is passed over"
    case .missingColumn(let name, let table): "`\(table)` needs a column `\(name)`"
    case .missingTime(let columns, _): "no column `time`: \(Self.listed(columns))"
    case .missingFields(let owner, let columns, _, _):
      "no column is a field of `\(owner)`: \(Self.listed(columns))"
    case .missingHeader(let name, let columns, _): "no column `\(name)`: \(Self.listed(columns))"
    case .missingPlace(let place, let count):
      "there is no column \(place): the row has \(count) \(count == 1 ? "cell" : "cells")"
    case .noChosenRow(let header, let text, _): "no row has `\(text)` in `\(header)`"
    case .passedOver(let columns):
      Self.quoted(columns) + (columns.count == 1 ? " is passed over" : " are passed over")
    case .unknownColumn(let name, let table, _): "`\(table)` has no field `\(name)`"
    case .duplicateColumn(let name, _, _): "the column `\(name)` is there twice"
    case .unknownUnit(let spelling, _, _): "`\(spelling)` is not a unit"
    case .unitMismatch(let unit, let column, let expected):
      "`\(unit)` is not a unit of `\(column)`, which is \(expected)"
    case .missingUnit(let column, let expected):
      "`\(column)` is \(expected), and comes without a unit"
    case .unclosedQuote: "this quote is never closed"
    case .textAfterQuote: "after a closing quote comes a comma or the end of the line"
    case .extraCell(let expected): "this row has more cells than the header, which has \(expected)"
    case .missingCells(let expected, let found):
      "this row has \(found == 1 ? "1 cell" : "\(found) cells"), the header \(expected)"
    case .badCell(let column, let found, let expected, _):
      "`\(column)` is \(expected), not `\(found)`"
    case .emptyCell(let column): "`\(column)` cannot be empty"
    case .impossibleRate(let column, let found):
      "`\(column)` without a unit is in m/s, and it never falls as fast as `\(found)`"
    case .likelyFahrenheit(let column, let found):
      "`\(column)` without a unit is in °C, and the air is never as warm as `\(found)`"
    case .notUTF8: "this text is not UTF-8"
    case .lineNotUTF8(let line): "line \(line) is not UTF-8"
    case .unmarkedEncoding: "this file is in UTF-16 without the mark that says so"
    case .impossible(let column, let found): "`\(column)` is never `\(found)`"
    case .amountOfRate(let unit, let column, _, _): "\(unit) is an amount, `\(column)` a rate"
    case .beaufort: "a Beaufort number is a range of speeds"
    case .emptyValidity: "`valid_until` is not after `valid_from`"
    case .openMark(let found, let mark):
      "the \(mark) of `\(found)` may mark decimals or thousands"
    case .contradictoryMarks:
      "some numbers of this file mark decimals with a comma, others with a point"
    case .openDate(let found): "the day or the month may be first in `\(found)`"
    case .contradictoryDates(let dayLine?, let monthLine?):
      "line \(monthLine) has the month first, line \(dayLine) the day"
    case .contradictoryDates: "some dates of this file have the month first, others the day"
    case .shortYear(let found): "the year of `\(found)` has two digits"
    case .dayNumber(let found): "`\(found)` may be a day number of a spreadsheet"
    case .digitsAlone(let found, _): "`\(found)` is a number, and may be a date"
    case .otherPattern(let found, let pattern): "`\(found)` is no time as `\(pattern)` has it"
    case .noSuchDay(let found): "there is no such day: `\(found)`"
    case .dayAlone: "a day alone is no instant"
    case .doubledTime(let from, let to, let day, _):
      "\(from) to \(to) comes twice on \(day), and these rows do not say which"
    case .otherZone(let line, let name, _):
      "line \(line) names `\(name)`, and times without an offset are read in another zone"
    case .skippedTime(let time, let day, _):
      "\(time) does not exist on \(day): this file's clock does not change, so no local time of it is read"
    case .badJSON(let expected), .badXML(let expected): "expected \(expected)"
    case .otherEncoding(let name): "this file is in `\(name)`, which is not read"
    case .trackWithoutTimes: "no point of this track has a time: it is a plan, not a recording"
    case .waypointsAlone(let count):
      "this file has \(count) \(count == 1 ? "waypoint" : "waypoints") and no track: the time of a waypoint says when it was marked"
    case .tooDeep(let limit): "nesting is at most \(limit) deep"
    case .unknownKey(let name, _): "`\(name)` means nothing here"
    case .fileOption(let problem): problem.message
    case .foreignOption(let name, _): "`\(name)` means nothing here"
    case .optionOfCSV(let name): "`\(name)` says something about CSV alone"
    case .optionsOfNone(let file): "`\(file)` is of no source or table that has rows"
    case .missingKey(let name, let expected): "`\(name)` is missing: expected \(expected)"
    case .unknownZone(let name, _): "the zone database has no `\(name)`"
    case .emptyPeriod: "`to` is not after `from`"
    }
  }

  /// The names of the columns of a file, in words
  private static func listed(_ columns: [String]) -> String {
    columns.count == 1 ? "the only one is \(quoted(columns))" : "the columns are \(quoted(columns))"
  }

  /// Names in backticks, the first eight of them
  private static func quoted(_ names: [String]) -> String {
    names.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  /// The text to write instead
  package var help: String? {
    switch kind {
    case .unknownFile(_, nil): "`opp import \(file.shellWord)` says how rules read it"
    case .unknownFile(_, let nearest), .unknownColumn(_, _, let nearest),
      .badCell(_, _, _, let nearest), .missingHeader(_, _, let nearest),
      .noChosenRow(_, _, let nearest), .unknownKey(_, let nearest), .unknownZone(_, let nearest):
      nearest.map { "did you mean `\($0)`?" }
    case .unknownUnit(_, let nearest?, _): "did you mean `\(nearest)`?"
    case .unknownUnit(_, nil, let fitting):
      fitting.isEmpty
        ? "leave the unit out: the column is a plain value"
        : "convert the column to one of \(fitting.map { "`\($0)`" }.joined(separator: ", "))"
    case .unclosedQuote, .textAfterQuote: "write a quote inside quotes twice: `\"\"`"
    case .missingTime(_, let times?): "write `columns: {\"time\": \(times.code)}`"
    case .missingTime(_, nil): "each reading needs its instant, such as `2026-06-21T12:00:00Z`"
    case .missingFields(_, _, let field?, let header?):
      "write `columns: {\"\(field)\": \(FileOptionValue.text(header).code)}` with the right field"
    case .missingFields(let owner, _, _, _): "name a column like a field of `\(owner)`"
    case .duplicateColumn(let name, let place, let other?):
      "write `columns: {\"\(other)\": \"\(other)\", \"\(name)\": \(place)}` or another place"
    case .duplicateColumn: nil
    case .extraCell: "put a decimal comma inside quotes, or separate with `;`"
    case .fileOption(let problem): problem.help
    case .lineNotUTF8: "save the file as UTF-8, or write `encoding: \"windows-1252\"`"
    case .unmarkedEncoding(let name): "save the file as UTF-8, or write `encoding: \"\(name)\"`"
    case .impossible(_, let found): "write `missing: [\(FileOptionValue.text(found).code)]`"
    case .amountOfRate(_, let column, let rate, let header):
      "for rows an hour apart write `columns: {\"\(column)[\(rate)]\": \(FileOptionValue.text(header).code)}`"
    case .beaufort: "declare a Number in a source of your own"
    case .foreignOption(_, let line): "did you mean `\(line)`?"
    case .openMark: "write `decimal: \",\"` or `decimal: \".\"`"
    case .openDate: "write `dates: \"dmy\"` or `dates: \"mdy\"`"
    case .shortYear: "write `dates: \"ymd\"`, `\"dmy\"` or `\"mdy\"`"
    case .dayNumber: "write `dates: \"excel\"`"
    case .digitsAlone(_, let pattern): "write `dates: \"\(pattern)\"`"
    case .otherPattern: nil
    case .contradictoryDates, .noSuchDay: "export with dates such as `2026-06-21`"
    case .doubledTime(_, _, _, let offset):
      "write an offset, or `zone: \"\(offset)\"` if this clock never changes"
    case .otherZone(_, _, let option):
      "write `zone: \"\(option)\"`, or the name of the zone that the times are in"
    case .skippedTime(_, _, let offset): "write `zone: \"\(offset)\"`"
    case .otherEncoding: "save the file as UTF-8"
    case .halfLine: "end it"
    case .dayAlone:
      "write `day_at: 0:00`, or `day_at: 24:00` if the values are those of the whole day"
    case .unsupportedFormat(_, "ics"):
      "a calendar feeds tables with nothing behind `by` but fields of `agenda`, such as `begins` and `uid`"
    case .unsupportedFormat: nil
    case .secondFile: "keep one file a source or table"
    case .emptyFile: "write a header, such as `time,temp`, and a line for each reading"
    case .ambiguousSeparator(let found):
      "write `separator: \"\(found.last.map { $0 == "tabs" ? "\\t" : String($0.dropFirst().dropLast()) } ?? ";")\"`"
    case .missingUnit(let column, _): "declare `\(column): Number`"
    case .impossibleRate(let column, _): "name the unit of the column: `\(column)[mm/h]`"
    case .likelyFahrenheit(let column, _): "name the unit of the column: `\(column)[F]`"
    case .unreadable, .tooLarge, .tooManyRows, .tooManyColumns, .lineTooLong,
      .missingPlace, .optionOfCSV, .optionsOfNone, .zeroBytes, .missingColumn,
      .passedOver, .contradictoryMarks,
      .unitMismatch, .missingCells, .emptyCell, .notUTF8,
      .emptyValidity, .badJSON, .badXML, .tooDeep, .trackWithoutTimes, .waypointsAlone, .missingKey,
      .emptyPeriod:
      nil
    }
  }
}
