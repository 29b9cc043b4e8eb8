internal import Foundation

/// The executable `opp` of the same build, for measurements from the start of a process
struct ToolUnderTest {
  /// nil if there is none and it cannot be built
  let path: String?

  /// Builds the tool if need be: running the benchmark builds no other product
  init() {
    let own = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    let folder = (own as NSString).deletingLastPathComponent
    let beside = folder + "/opp"
    // Only within the package: a copy of the program elsewhere measures the tool beside it as it is.
    if let root = Repository.root, folder.hasPrefix(root) {
      let configuration = (folder as NSString).lastPathComponent
      let arguments = [
        "swift", "build", "--quiet", "--product", "opp", "--package-path", root,
        "-c", configuration == "debug" ? "debug" : "release",
      ]
      _ = ChildProcess.run("/usr/bin/env", arguments, showsErrors: true)
    }
    path = FileManager.default.isExecutableFile(atPath: beside) ? beside : nil
    if path == nil { print("There is no `opp` beside this program; what needs it is left out.") }
  }
}
