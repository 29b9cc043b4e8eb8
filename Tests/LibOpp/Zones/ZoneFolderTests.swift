import LibOpp
import OppTestLimits
import Testing

/// The zone database, read without Foundation
@Suite(.limited) struct ZoneFolderTests {
  @Test(arguments: ["Europe/Amsterdam", "UTC", "Etc/GMT+5", "America/Argentina/ComodRivadavia"])
  func `a zone has a name`(name: String) {
    #expect(ZoneFolder.isName(name))
    #expect(ZoneFolder("").zone(named: name) != nil)
    #expect(ZoneFolder("").zone(named: name) == ZoneFolder("").zone(named: name))
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../zoneinfo/UTC", "Europe/", "Europe//Amsterdam", ".", "Europe/ÄÖ",
    "Europe/Amsterdam\u{0}", String(repeating: "A", count: 101),
  ])
  func `what leads out of the folder is no name`(name: String) {
    #expect(!ZoneFolder.isName(name))
    #expect(ZoneFolder("").zone(named: name) == nil)
  }

  @Test func `folders, other files and names that are not there are no zones`() {
    let folder = ZoneFolder("")
    for name in ["Europe", "tzdata", "zone", "Europe/Atlantis"] {
      #expect(folder.zone(named: name) == nil)
    }
    #expect(ZoneFolder("/nowhere").zone(named: "Europe/Amsterdam") == nil)
    #expect(ZoneFolder("/nowhere").zone(named: "UTC") != nil)
  }
}
