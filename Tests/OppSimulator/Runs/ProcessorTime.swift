import Foundation

/// The seconds of processor time, which a machine with other work does not lengthen
enum ProcessorTime {
  /// Those of this process
  static var used: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Those of the processes that this one has begun and that have ended
  static var ofChildren: Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which has another type on each system.
    getrusage(-1, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// Has the system kill this process once it has used so many more seconds, unless it is called again
  static func endProcess(after seconds: Double) {
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    #else
      let kind = RLIMIT_CPU
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t((used + seconds).rounded(.up)), limit.rlim_max)
    setrlimit(kind, &limit)
  }
}
