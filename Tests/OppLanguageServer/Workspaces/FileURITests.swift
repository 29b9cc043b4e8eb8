import OppLanguageServer
import OppTestLimits
import Testing

@Suite(.limited) struct FileURITests {
  private static let paths: [(String, String?)] = [
    ("file:///a%20b/%F0%9D%92%B3.opp", "/a b/𝒳.opp"), ("file://localhost/a/../b", "/b"),
    ("FILE:///a/", "/a"), ("file:///", "/"), ("file:///a//b/./c", "/a/b/c"),
    // An escape is the end, a byte before it, or is broken off there.
    ("file:///caf%C3%A9", "/café"), ("file:///caf%c3%a9", "/café"), ("file:///%41", "/A"),
    ("file:///%41b", "/Ab"), ("file:///a%4", "/a%4"), ("file:///a%", "/a%"),
    ("file:///a%4g", "/a%4g"), ("file:///a%g4", "/a%g4"), ("file:///%2541", "/%41"),
    ("file:///caf%C3", nil), ("file:///%FF.opp", nil),
    ("untitled:1", nil), ("file:/", nil), ("file://host", nil), ("", nil),
  ]

  @Test(arguments: paths)
  func `a uri has its path`(uri: String, path: String?) {
    #expect(FileURI.path(of: uri) == path)
  }

  @Test(arguments: [
    ("/a b/𝒳.opp", "file:///a%20b/%F0%9D%92%B3.opp"), ("/", "file:///"),
    ("/café", "file:///caf%C3%A9"), ("/a%41", "file:///a%2541"), ("/100%", "file:///100%25"),
    ("/a?b#c", "file:///a%3Fb%23c"), ("/a+b:c", "file:///a%2Bb%3Ac"),
    ("/Az09-._~", "file:///Az09-._~"), ("/ ", "file:///%20"),
  ])
  func `a path has its uri, and comes back from it`(path: String, uri: String) {
    #expect(FileURI.uri(of: path) == uri)
    #expect(FileURI.path(of: uri) == path)
  }

  @Test(arguments: [
    ("/w", "/w", true), ("/w", "/w/a.opp", true), ("/w", "/wide/a.opp", false),
    ("/w/a", "/w", false), ("/", "/w", true),
  ])
  func `a folder has what lies in it`(folder: String, path: String, isInside: Bool) {
    #expect(FileURI.contains(folder, path) == isInside)
  }

  @Test(arguments: [
    ("/w/a.opp", "/w", "a.opp"), ("/w/b/a.opp", "/w", "b/a.opp"), ("/a.opp", "/", "a.opp"),
    ("/wide/a.opp", "/w", "/wide/a.opp"),
  ])
  func `a path is seen from a folder`(path: String, folder: String, expected: String) {
    #expect(FileURI.relative(path, to: folder) == expected)
  }

  private static let folders: [(String, String?)] = [
    ("/", nil), ("/a", "/"), ("/a/b", "/a"), ("/a/b/c.opp", "/a/b"),
  ]

  @Test(arguments: folders)
  func `a path has its folder`(path: String, folder: String?) {
    #expect(FileURI.folder(of: path) == folder)
  }
}
