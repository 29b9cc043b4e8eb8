internal import Foundation

/// The days of a year on which a rule fires, before and after a change: a bar for each, in three kinds
struct YearPicture {
  private let days: [(day: Int, kind: Kind)]
  private let counts: [Kind: Int]

  /// The days of a common year
  private static let length = 365
  private static let height = 48

  /// The kind of a day: it fires before and after, only after, only before
  private enum Kind: String, CaseIterable {
    case kept, gained, lost
  }

  /// - Parameters:
  ///   - before: the instants of the firings before the change.
  ///   - after: those after it.
  /// - Throws: ``SiteFailure`` if the change changes nothing, which would be no picture.
  init(before: [Date], after: [Date]) throws(SiteFailure) {
    let old = Set(before.map(Self.day))
    let new = Set(after.map(Self.day))
    guard old != new else { throw SiteFailure("the year is as before") }
    days = old.union(new).sorted().map { day in
      (day, old.contains(day) ? (new.contains(day) ? .kept : .lost) : .gained)
    }
    counts = Dictionary(days.map { ($0.kind, 1) }, uniquingKeysWith: +)
  }

  /// The day of the year in UTC, from 0
  private static func day(of instant: Date) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return (calendar.ordinality(of: .day, in: .year, for: instant) ?? 1) - 1
  }

  /// The changes in words, as `no day is gained and 12 are lost`
  var words: String {
    let (gained, lost) = (counts[.gained] ?? 0, counts[.lost] ?? 0)
    let first =
      gained == 0
      ? "no day is gained" : gained == 1 ? "1 day is gained" : "\(gained) days are gained"
    let second = lost == 0 ? "none is lost" : lost == 1 ? "1 is lost" : "\(lost) are lost"
    return "\(first) and \(second)"
  }

  /// The picture as HTML
  var markup: String {
    let paths = Kind.allCases.map { kind in
      let bars = days.filter { $0.kind == kind }.map { bar($0.day, kind) }.joined()
      return "<path class=\"\(kind.rawValue)\" d=\"\(bars)\"/>"
    }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let labels = months.map { "<span>\($0)</span>" }.joined()
    let kept = counts[.kept] ?? 0
    return """
      <figure class="year"><svg viewBox="0 0 \(Self.length * 3) \(Self.height)" preserveAspectRatio="none" role="img" aria-label="\(kept) days as before, \(words)">\(paths.joined())</svg>
      <div class="months" aria-hidden="true">\(labels)</div>
      <figcaption><i class="kept"></i> as before: \(kept) <i class="lost"></i> lost: \(counts[.lost] ?? 0) <i class="gained"></i> gained: \(counts[.gained] ?? 0)</figcaption></figure>
      """
  }

  private func bar(_ day: Int, _ kind: Kind) -> String {
    let x = day * 3
    // A lost day is hollow, so that it is distinct without colours.
    return kind == .lost
      ? "M\(x + 1) 1V\(Self.height - 1)" : "M\(x) 0h2V\(Self.height)h-2z"
  }
}
