import Foundation
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct RecordingMutationTests {
  /// A small generator with a seed, so that a failure can be run again
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test func `files with random bytes changed never trap and every problem has a place`() throws {
    var generator = Seeded(state: 42)
    for (name, bytes) in try samples() {
      for _ in 0..<(LawSeeds.isLong ? 5000 : 5) {
        let mutated = mutate(bytes, &generator)
        let recording = RecordedFiles(bytes: [name: mutated]).load()
        for problem in recording.problems.listed {
          #expect(problem.line >= 1 && problem.column >= 1 && problem.file.hasSuffix(name))
          #expect(!problem.message.isEmpty && !problem.message.contains("\n"))
        }
      }
    }
  }

  private func samples() throws -> [(String, [UInt8])] {
    var samples: [(String, [UInt8])] = try [
      "weather.csv", "location.csv", "places.geojson", "addresses.csv", "recording.json",
    ].map { name in
      let lines = try Repository.text("examples/opportunity/data/\(name)")
        .split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
      return (name, Array(lines.joined(separator: "\n").utf8))
    }
    let gpx = """
      <?xml version="1.0"?><gpx><trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele>
      <time>2026-06-21T12:00:00Z</time><speed>1</speed></trkpt></trkseg></trk></gpx>
      """
    let lines = """
      {"time": "2026-06-21T12:00:00Z", "count": 1, "tags": ["a", "b"], "text": "\\u00e9"}
      {"time": "2026-06-21T12:00:01Z", "count": "2", "tags": "[a, b]"}
      """
    let chores = "id,day,valid_from,valid_until\n\"a\",mon,2026-06-21T12:00Z,2026-06-22T12:00Z\n"
    samples += [
      ("location.gpx", Array(gpx.utf8)), ("note.jsonl", Array(lines.utf8)),
      ("chores.csv", Array(chores.utf8)),
      ("weather.csv", Array("sep=;\ntime;temp\n;°F\n6/21/2026 8:00 PM;1.013,5\n".utf8)),
      ("weather.csv", [0xFF, 0xFE] + "time,temp\n21.6.2026 8:00,1".utf8.flatMap { [$0, 0] }),
    ]
    return samples
  }

  private func mutate(_ bytes: [UInt8], _ generator: inout Seeded) -> [UInt8] {
    var bytes = bytes
    let interesting = Array("\"\\,\n\r[]{}<>/@:.-+0149TZe\u{0}".utf8) + [0xFF, 0xC3, 0x80]
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      let byte = interesting.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place...)
      default:
        bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
      }
    }
    return bytes
  }
}
