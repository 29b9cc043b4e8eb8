internal import Foundation

/// The most memory that a process has had at once
enum PeakMemory {
  /// The peak of this process so far, in megabytes
  static var megabytes: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      // 0 is this process; the name of it has another type than the parameter.
      getrusage(0, &usage)
    #endif
    return megabytes(usage)
  }

  /// In megabytes (10⁶ bytes)
  static func megabytes(_ usage: rusage) -> Double {
    #if canImport(Darwin)
      Double(usage.ru_maxrss) / 1e6
    #else
      // Linux counts in units of 1024 bytes.
      Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
  }
}
