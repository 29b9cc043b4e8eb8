internal import OppJSON
internal import OppRecordings

/// The file of a client that the Google Cloud console gives for download
///
/// ```json
/// {"installed":{"client_id":"…","project_id":"…","auth_uri":"https://accounts.google.com/o/oauth2/auth",
///  "token_uri":"https://oauth2.googleapis.com/token","client_secret":"…","redirect_uris":["http://localhost"]}}
/// ```
package struct GoogleClientFile: Sendable {
  package let client: LoginClient
  package let endpoints: LoginEndpoints

  /// - Throws: if it is the file of another kind of client, or of something else.
  package init(_ bytes: [UInt8]) throws(LoginRefusal) {
    guard let value = try? JSONValue.parse(TextFile(path: "", bytes: bytes)) else {
      throw LoginRefusal("it is not JSON", help: Self.advice)
    }
    guard let installed = value["installed"] else {
      if value["web"] != nil {
        throw LoginRefusal("it is the file of a client for web pages", help: Self.advice)
      }
      throw LoginRefusal("it is not the file of a client", help: Self.advice)
    }
    guard let id = installed["client_id"]?.text, !id.isEmpty else {
      throw LoginRefusal("it has no `client_id`", help: Self.advice)
    }
    guard
      let endpoints = LoginEndpoints(
        google: installed["auth_uri"]?.text, token: installed["token_uri"]?.text)
    else { throw LoginRefusal("its addresses are not https://", help: Self.advice) }
    client = LoginClient(id: id, secret: installed["client_secret"]?.text)
    self.endpoints = endpoints
  }

  private static let advice =
    "in the Google Cloud console, make a client of the type Desktop app, and download its JSON"
}
