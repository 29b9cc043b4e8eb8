import OppLanguageServer
import OppTestLimits
import Testing

@Suite(.limited) struct RuleSetRootTests {
  private func root(_ files: [String], from folder: String, within open: String?) -> String {
    let disk = MemoryDisk(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
    return RuleSetRoot.find(from: folder, within: open, kind: disk.services.kind)
  }

  @Test(arguments: ["data/x.csv", "recording.json", ".opplint", ".opp-root"])
  func `the nearest folder with a mark is the root`(mark: String) {
    let files = ["/w/one/\(mark)", "/w/one/deep/a.opp", "/w/b.opp"]
    #expect(root(files, from: "/w/one/deep", within: "/w") == "/w/one")
    #expect(root(files, from: "/w", within: "/w") == "/w")
  }

  @Test func `without a mark the open folder is the root, and without that the folder of the file`()
  {
    #expect(root(["/w/one/a.opp"], from: "/w/one", within: "/w") == "/w")
    #expect(root(["/w/one/a.opp"], from: "/w/one", within: nil) == "/w/one")
  }

  @Test func `a mark above the open folder does not count`() {
    #expect(root(["/w/.opp-root"], from: "/w/one/deep", within: "/w/one") == "/w/one")
    #expect(root(["/v/w/.opp-root"], from: "/v/w/one/deep", within: nil) == "/v/w")
  }

  @Test func `a folder at the top of the file system is no root of what lies deeper`() {
    #expect(root(["/data/x.csv"], from: "/home/me", within: nil) == "/home/me")
  }

  @Test func `two rule sets below one open folder have their own names`() {
    let client = ScriptedClient(files: [
      "/rules/one/a.opp": "let x = 1\nlet y = x\n", "/rules/one/.opp-root": "",
      "/rules/two/a.opp": "let x = 1\nlet y = x\n", "/rules/two/data/t.csv": "",
    ])
    client.open("file:///rules/one/a.opp", "let x = 1\nlet y = x\n")
    let pushed = client.pushed("file:///rules/one/a.opp")
    #expect(pushed?.json.contains("duplicate-name") == false)
  }

  @Test func `a file that no folder holds is a rule set of its folder`() {
    let client = ScriptedClient(
      files: ["/x/b.opp": "let y = 1\n"], folder: nil)
    client.open("file:///x/a.opp", "opp \"A\" when y > 0\n")
    #expect(client.pushed("file:///x/a.opp")?.json.contains("unknown-name") == false)
  }
}
