/// Notices that files in some folders are written, come, go or change their names
///
/// On Linux a thread waits for the events of inotify(7). Elsewhere, and for a folder that has no events, it reports at an
/// interval. It only reports that something may have happened: the receiver compares the files.
///
/// ```
/// a log grows       MODIFY                            a report, 200 ms later
/// an editor saves   CREATE, MODIFY, CLOSE_WRITE, …    a report, 200 ms after the last one
/// ```
package final class FolderWatch: Sendable {
  /// The end of a pipe; closing it ends the thread
  private let stop: Int32

  /// The subject of a watch
  package struct Subject: Sendable {
    /// The folders: an editor that saves puts a new file in the place of the old, which a watch of the old one would not see
    let folders: Set<String>

    /// The names of the files that matter in them, or `nil` for all
    let names: Set<String>?

    package init(folders: Set<String>, names: Set<String>? = nil) {
      self.folders = folders
      self.names = names
    }

    /// The folders in which one of some files can come, go or change
    ///
    /// A symbolic link can change in its own folder, and in that of the file to which it leads.
    package init(files: [String]) {
      var folders: Set<String> = []
      var names: Set<String> = []
      for file in files {
        for path in [FilePath(file), try? FilePath(file).resolved()].compactMap({ $0 }) {
          folders.insert(path.parent.text)
          names.insert(path.name)
        }
      }
      self.init(folders: folders, names: names)
    }
  }

  /// The times of a watch, in milliseconds
  package struct Times: Sendable {
    /// The time without further events after which it reports
    let settling: Int32

    /// The time since the first event after which it reports in any case
    let longest: Int64

    /// The time between two reports if there are no events; `nil` for none
    let interval: Int32?

    package init(settling: Int32, longest: Int64, interval: Int32? = nil) {
      self.settling = settling
      self.longest = longest
      self.interval = interval
    }
  }

  /// - Parameter report: is called on a thread of the watch.
  /// - Returns: `nil` if the system has no events, or nothing left for them, and there is no interval.
  package init?(_ subject: Subject, _ times: Times, report: @escaping @Sendable () -> Void) {
    let descriptor = FolderEvents.Descriptor(subject)
    var ends: [Int32] = [-1, -1]
    guard descriptor != nil || times.interval != nil, pipe(&ends) == 0 else {
      descriptor?.end()
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stop = ends[1]
    let reading = ends[0]
    do throws(SystemFailure) {
      try SystemThread.start {
        let loop = WatchLoop(stop: reading, times: times, report: report)
        if let descriptor {
          loop.run(FolderEvents(descriptor, subject))
        } else {
          loop.run()
        }
        close(reading)
      }
    } catch {
      // The other end is closed with this object.
      descriptor?.end()
      close(reading)
      return nil
    }
  }

  deinit { close(stop) }
}

/// The thread of a watch
private struct WatchLoop {
  /// The end of the pipe that is closed when the watch is over
  let stop: Int32
  let times: FolderWatch.Times
  let report: @Sendable () -> Void

  /// Reports at the interval until the watch is over
  func run() {
    while wait(-1, atMost: times.interval ?? -1) != nil { report() }
  }

  /// Reports after events until the watch is over; if a folder has none, at the interval, too
  func run(_ events: consuming FolderEvents) {
    var events = events
    while true {
      let interval = events.isComplete ? -1 : times.interval ?? -1
      guard let found = wait(events.descriptor, atMost: interval) else { return }
      if found {
        guard events.takeAny() else { continue }
        guard settle(&events) else { return }
      }
      events.watchMissing()
      report()
    }
  }

  /// Waits until no event has come for a while; false if the watch is over
  private func settle(_ events: inout FolderEvents) -> Bool {
    let begin = MonotonicClock.milliseconds
    while MonotonicClock.milliseconds - begin < times.longest {
      guard let found = wait(events.descriptor, atMost: times.settling) else { return false }
      guard found else { return true }
      _ = events.takeAny()
    }
    return true
  }

  /// Whether an event came before a time was over, in milliseconds; `nil` if the watch is over
  private func wait(_ descriptor: Int32, atMost time: Int32) -> Bool? {
    var waits = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&waits, 2, time)
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      guard waits[0].revents == 0 else { return nil }
      return count > 0
    }
  }
}
