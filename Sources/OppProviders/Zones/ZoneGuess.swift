internal import OppRecordings

/// The zone that was most likely meant by a name that the zone database does not have
///
/// An offset is taken by its value: `GMT+2`, two hours ahead of UTC, is `Etc/GMT-2`, because the names
/// below `Etc` count hours to the west. Nothing is guessed from letters that are near where a digit or
/// a sign would differ.
///
/// | name | guess |
/// | --- | --- |
/// | `europe/berlin`, `berlin` | `Europe/Berlin` |
/// | `new york` | `America/New_York` |
/// | `GMT+2`, `UTC+02:00` | `Etc/GMT-2`, with a note |
/// | `PST` | `America/Los_Angeles`, with a note |
/// | `Europe/Berlim` | `Europe/Berlin`, by its letters |
/// | `GMT+5:30` | none |
struct ZoneGuess {
  /// Nil if nothing is near
  let name: String?

  /// The reason for the suggestion, if that is not obvious
  let note: String?

  /// - Parameter names: those of the database, in order.
  init(of name: String, in names: [String]) {
    let wanted = name.lowercased().replacing(" ", with: "_")
    // A city alone, or the right letters in the wrong case, before a wrong letter.
    let exact =
      names.first { $0.lowercased() == wanted }
      ?? names.first { $0.lowercased().hasSuffix("/" + wanted) && !$0.hasPrefix("Etc/") }
    if let exact {
      (self.name, note) = (exact, nil)
    } else if let hours = Self.wholeHours(wanted) {
      let zone = hours == 0 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
      self.name = names.contains(zone) ? zone : nil
      note =
        hours == 0 || !names.contains(zone)
        ? nil
        : "`\(zone)` is \(abs(hours))h \(hours > 0 ? "ahead of" : "behind") UTC all year; "
          + "a city, such as `Europe/Berlin`, follows the changes of the clock"
    } else if let city = Self.cities[wanted], names.contains(city) {
      (self.name, note) = (city, "the clocks of `\(city)` follow `\(name)` for a part of the year")
    } else {
      let candidates = names.filter { !$0.contains { $0.isNumber } && $0.count > 3 }
      self.name = wanted.contains { $0.isNumber } ? nil : Spelling.nearest(name, in: candidates)
      note = nil
    }
  }

  /// The hours ahead of UTC of `gmt+2`, `utc-05:00` and `+02:00`; nil for anything else
  private static func wholeHours(_ name: String) -> Int? {
    var text = name[...]
    for prefix in ["etc/", "utc", "gmt"] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, let hours = Int(first), first.count <= 2, hours <= 14,
      parts.count == 1 || parts.count == 2 && parts[1] == "00"
    else { return nil }
    return sign == "+" ? hours : -hours
  }

  /// A city for each abbreviation that means one zone to most people
  private static let cities = [
    "cest": "Europe/Berlin", "mez": "Europe/Berlin", "mesz": "Europe/Berlin",
    "eest": "Europe/Athens", "west": "Europe/Lisbon", "bst": "Europe/London",
    "msk": "Europe/Moscow", "edt": "America/New_York", "cdt": "America/Chicago",
    "mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney", "nzst": "Pacific/Auckland", "nzdt": "Pacific/Auckland",
  ]
}
