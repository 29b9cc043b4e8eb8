import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct ZoneDatabaseTests {
  private let database = ZoneDatabase()

  private func nearest(_ name: String) -> String? {
    do {
      _ = try database.zone(named: name)
      return "found"
    } catch {
      return error.nearest
    }
  }

  @Test func `a zone is found by its name`() throws {
    let zone = try database.zone(named: "America/Vancouver")
    #expect(zone.offset(at: Instant(seconds: 1_782_000_000)) == -7 * 3600)
    #expect(nearest("UTC") == "found")
  }

  @Test func `a wrong name finds the nearest`() {
    #expect(nearest("america/vancouver") == "America/Vancouver")
    #expect(nearest("Vancouver") == "America/Vancouver")
    #expect(nearest("New York") == "America/New_York")
    #expect(nearest("Europe/Berln") == "Europe/Berlin")
    #expect(nearest("Atlantis") == nil)
  }

  @Test(
    arguments: [
      ("GMT+2", "Etc/GMT-2"), ("UTC-05:00", "Etc/GMT+5"), ("utc+2", "Etc/GMT-2"),
      ("+01:00", "Etc/GMT-1"), ("UTC+0", "UTC"), ("GMT+5:30", nil), ("GMT+99", nil),
      ("Etc/GMT+15", nil), ("CEST", "Europe/Berlin"), ("Berlin", "Europe/Berlin"), ("XYZT", nil),
    ] as [(String, String?)])
  func `an offset is taken by its value, never by letters that are near`(
    name: String, zone: String?
  ) {
    #expect(nearest(name) == zone)
  }

  @Test func `the sign of an offset is explained`() {
    let problem = database.problem(ofZone: "GMT+2")
    #expect(problem?.note?.contains("2h ahead of UTC") ?? false)
    #expect(database.problem(ofZone: "Europe/Berlin") == nil)
    #expect(ZoneDatabase(folder: "/nowhere").problem(ofZone: "Atlantis") == nil)
  }

  @Test func `a name never leads out of the database`() {
    for name in ["../zoneinfo/UTC", "/etc/passwd", "America/../UTC", "", ".", "a//b", "tzdata.zi"] {
      #expect(nearest(name) != "found", "\(name)")
    }
  }

  @Test func `the edition is that of the system's database`() {
    #expect(database.edition?.first == "2")
  }

  @Test func `without a database there is only UTC`() {
    let none = ZoneDatabase(folder: "/nowhere")
    #expect(none.edition == nil)
    #expect(throws: ZoneDatabase.Failure.self) { try none.zone(named: "Europe/Berlin") }
    #expect(throws: Never.self) { try none.zone(named: "UTC") }
  }
}
