internal import Foundation

/// The task that the command line states
enum SiteOptions {
  case help
  /// The site is to be made
  case build(Settings)

  /// The places that a build reads from and writes to
  struct Settings {
    /// The checkout: the manual, the examples, the style
    var sources = URL(filePath: FileManager.default.currentDirectoryPath)

    /// The folder that the site is written to; files that are there stay unless they are written again
    var output: URL

    /// The program whose output the landing page shows
    var tool: URL

    /// The address of the repository; without it nothing leads there
    var repository: String?

    /// The address at which the site is published, as `https://example.org/opp/`; without it previews name no address
    var address: String?
  }

  /// Reads the arguments without the name of the program
  ///
  ///     ["--output", "site"]                    build into a folder
  ///     ["--output", "site", "--tool", "opp"]   with the output of another program
  ///
  /// - Throws: ``SiteFailure`` for anything else.
  init(_ arguments: [String]) throws(SiteFailure) {
    var rest = arguments[...]
    var found: [String: String] = [:]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        self = .help
        return
      }
      guard Self.names.contains(argument),
        let value = rest.popFirst()
      else { throw SiteFailure("`\(argument)` is no option, or lacks its value") }
      found[argument] = value
    }
    guard let output = found["--output"] else { throw SiteFailure("`--output FOLDER` is missing") }
    // SwiftPM puts all programs into one folder.
    let neighbour = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "opp")
    guard let tool = found["--tool"].map({ URL(filePath: $0) }) ?? neighbour else {
      throw SiteFailure("`--tool PATH` is missing")
    }
    var settings = Settings(output: URL(filePath: output), tool: tool)
    if let sources = found["--sources"] { settings.sources = URL(filePath: sources) }
    settings.repository = found["--repository"]
    settings.address = found["--address"].map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    self = .build(settings)
  }

  /// The options that have a value
  private static let names = ["--output", "--tool", "--sources", "--repository", "--address"]

  static let helpText = """
    opp-site: makes the landing page, the manual and a page for each message and each rule of the linter as plain HTML

    Usage: opp-site --output FOLDER [--sources FOLDER] [--tool PATH] [--repository URL] [--address URL]

    --output   the folder that the site is written to
    --sources  the checkout; default: the folder it is run in
    --tool     the `opp` whose output the landing page shows; default: the one beside this program
    --repository  the address from which a checkout is cloned; without it the pages have none
    --address  the address at which the site is published, for previews of links; without it they name none
    """
}
