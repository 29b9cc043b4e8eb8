extension CalendarFile {
  /// The calendars of several files, or resources of a server, as one
  ///
  /// An event is identified by its UID, and counts once: of copies in several files the first counts
  /// that makes busy, else the first. Within a file every part of it counts.
  ///
  /// ```
  /// file 0   lunch@x busy     trip@x free
  /// file 1   lunch@x busy     trip@x busy     call@x busy
  /// merged   lunch@x of 0     trip@x of 1     call@x of 1
  /// ```
  package static func merging(_ files: [CalendarFile]) -> CalendarFile {
    if files.count == 1 { return files[0] }
    // For each UID, the index of the file whose events count.
    var homes: [String: (file: Int, isBusy: Bool)] = [:]
    func see(_ uid: String, isBusy: Bool, in file: Int) {
      guard let home = homes[uid] else {
        homes[uid] = (file, isBusy)
        return
      }
      if isBusy, !home.isBusy { homes[uid] = (file, true) }
    }
    for (index, file) in files.enumerated() {
      for single in file.singles { see(single.uid, isBusy: single.isBusy, in: index) }
      for series in file.series { see(series.uid, isBusy: series.isBusy, in: index) }
    }
    var singles: [Occurrence] = []
    var series: [EventSeries] = []
    for (index, file) in files.enumerated() {
      singles += file.singles.filter { homes[$0.uid]?.file == index }
      series += file.series.filter { homes[$0.uid]?.file == index }
    }
    return CalendarFile(
      unknownReason: files.lazy.compactMap { $0.unknownReason }.first,
      unclear: files.flatMap { $0.unclear }, singles: singles, series: series,
      busyPeriods: files.flatMap { $0.busyPeriods })
  }
}
