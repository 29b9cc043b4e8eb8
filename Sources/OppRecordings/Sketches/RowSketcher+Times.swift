internal import OppModel

// Columns that look like times and cannot be read as such.

extension RowSketcher {
  /// `true` unless the file has no time, and a column looks as though it were one
  ///
  /// Nothing is proposed then: a text or a time of day would be the key of a table without a use.
  ///
  /// ```
  /// Week,Steps               Date;Valeur                  Sample rate,Time,HR
  /// 2026-W07,52000           13 février 2026;3,5          1,00:00:01,98
  /// ```
  func hasTimes(_ sketch: inout FileSketch) -> Bool {
    guard case .new = request.subject, case .none = time, options.columns.isEmpty else {
      return true
    }
    for column in columns {
      if column.isAll(.clock), !isTable, ColumnHeader.areAlike(column.header ?? "", "time"),
        let first = column.first(.clock)
      {
        sketch.refusal = (
          message:
            "`\(first.shown)` in line \(first.line) is a time of day, and no column has the day",
          help: "export the day beside the time"
        )
        return false
      }
      let isNamed = (column.header ?? "").hasWordOfTime
      guard column.isAll(.text), let first = column.first(.text),
        column.texts.allSatisfy({ found in
          found.text.looksLikeDate
            || isNamed && found.text.utf8.contains { CellText.isDigit($0) }
        })
      else { continue }
      sketch.refusal = (
        message: "`\(first.shown)` in line \(first.line) is no date that is read",
        help: "export with dates such as `2026-06-21`"
      )
      return false
    }
    return true
  }
}

extension String {
  /// `true` if it has a word for a day or a time: `Datum/Uhrzeit`, `Activity Date`
  fileprivate var hasWordOfTime: Bool {
    SketchedName.identifier(self).split(separator: "_").contains {
      [
        "date", "time", "timestamp", "datetime", "datum", "uhrzeit", "zeit", "zeitpunkt", "fecha",
        "week", "woche", "month", "monat",
      ].contains($0)
    }
  }

  /// `true` if it begins with a digit, and has letters, a year and another number: `2026-W07`, `13 février 2026`
  fileprivate var looksLikeDate: Bool {
    let numbers = utf8.split { !CellText.isDigit($0) }
    guard let first = utf8.first, CellText.isDigit(first), utf8.count <= 40, numbers.count > 1,
      unicodeScalars.contains(where: { $0.properties.isXIDStart })
    else { return false }
    return numbers.contains { number in
      number.count == 4 && (number.starts(with: "19".utf8) || number.starts(with: "20".utf8))
    }
  }
}
