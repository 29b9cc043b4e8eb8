import Foundation

/// Runs seeds in processes of their own, so that a trap or a hang of one is a result as well
enum SeedParent {
  /// The seeds of one process
  private static let batch = 25

  /// The seconds that a seed may take if it waits for something; one that works is ended by its processor time
  private static let longestSeed = 300.0

  /// Every so many seeds run in a second process, whose trace must be the same
  private static let distanceOfTwins: UInt64 = 50

  /// The result of a seed
  enum Result: Equatable {
    case passed(digest: String)
    case broken(String)
    case crashed(String)
  }

  static func run(_ options: SimulationOptions) -> Int32 {
    let end = options.minutes.map { Date().addingTimeInterval($0 * 60) }
    var seeds = options.seeds[...]
    var counts: [String: Int] = [:]
    var (passed, failed, days) = (0, 0, 0.0)
    while !seeds.isEmpty || end != nil {
      if let end, seeds.isEmpty {
        if Date() >= end { break }
        let next =
          (options.seeds.last ?? 0) + UInt64(passed + failed) - UInt64(options.seeds.count) + 1
        seeds = ArraySlice(next..<(next + UInt64(batch)))
      }
      let part = Array(seeds.prefix(batch))
      let results = run(part, options, &counts)
      for (seed, result) in results {
        var result = result
        if seed % distanceOfTwins == 0, case .passed(let digest) = result {
          var others: [String: Int] = [:]
          let twin = run([seed], options, &others).first?.result
          if let twin, case .crashed = twin {
            result = twin
          } else if twin != .passed(digest: digest) {
            result = .crashed("another process has another trace")
          }
        }
        if case .passed = result {
          passed += 1
          days += Plan(seed: seed).days * (seed % distanceOfTwins == 0 ? 2 : 1)
        } else {
          failed += 1
          report(seed, result)
        }
      }
      fflush(nil)
      // A process that has crashed leaves the seeds after it to another one.
      seeds = seeds.dropFirst(results.count)
    }
    let seconds = ProcessorTime.ofChildren
    print(
      """
      \(passed) seeds pass, \(failed) fail; \(Int(days)) days in \(Int(seconds.rounded())) s of processor time, \
      \(Int(days / max(seconds, 0.001) * 3600)) a core and hour
      """)
    if options.showsCoverage { printCoverage(counts) }
    return failed > 0 ? 1 : 0
  }

  private static func printCoverage(_ counts: [String: Int]) {
    for happening in Happening.allCases {
      let name = happening.rawValue
      let space = String(repeating: " ", count: max(24 - name.count, 1))
      print("\(name)\(space)\(counts[name] ?? 0)")
    }
  }

  /// Runs seeds in one process
  ///
  /// - Returns: the results up to the first seed that crashes or takes too long.
  static func run(
    _ seeds: [UInt64], _ options: SimulationOptions, _ counts: inout [String: Int],
    variables: [String: String] = [:]
  ) -> [(seed: UInt64, result: Result)] {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments =
      ["--child"] + (options.showsTrace ? ["--trace"] : [])
      + (options.endsBroken ? ["--until-broken"] : []) + seeds.map { "\($0)" }
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return seeds.map { ($0, .crashed("\(error)")) } }
    // A process that hangs is killed, which ends the pipe.
    let watch = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    let longest = longestSeed * Double(seeds.count)
    DispatchQueue.global().asyncAfter(deadline: .now() + longest, execute: watch)
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    watch.cancel()
    return results(in: output, &counts)
  }

  private static func results(
    in output: String, _ counts: inout [String: Int]
  ) -> [(seed: UInt64, result: Result)] {
    var results: [(seed: UInt64, result: Result)] = []
    var begun: UInt64?
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "begins"?: begun = UInt64(words[1])
      case "counts"?: counts[String(words[1]), default: 0] += Int(words[2]) ?? 0
      case "ends"?:
        if let begun { results.append((begun, .passed(digest: String(words[2])))) }
        begun = nil
      case "breaks"?:
        let text = words.dropFirst(2).joined(separator: " ")
        if let begun { results.append((begun, .broken(text))) }
        begun = nil
      case _: print(line)
      }
    }
    if let begun { results.append((begun, .crashed("the process crashed or took too long"))) }
    return results
  }

  /// Prints a failure, and the shortest story of it that is found
  private static func report(_ seed: UInt64, _ result: Result) {
    switch result {
    case .passed: break
    case .crashed(let text): print("seed \(seed): \(text)")
    case .broken(let text):
      print("seed \(seed): \(text)")
      let plan = Plan(seed: seed)
      guard let violation = SimulatedLife.run(plan).violation else {
        return print("it does not fail again: \(text)")
      }
      let small = Shrinking.shrink(plan, breaking: violation)
      let broken = SimulatedLife.run(small).violation ?? violation
      print(small.story + "# broken  \(broken)\n")
    }
  }
}
