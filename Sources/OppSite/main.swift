internal import Foundation

do {
  switch try SiteOptions(Array(CommandLine.arguments.dropFirst())) {
  case .help: print(SiteOptions.helpText)
  case .build(let settings):
    let count = try Site(settings).write()
    print("\(count) pages in \(settings.output.path)")
  }
} catch {
  FileHandle.standardError.write(Data("opp-site: \(error)\n".utf8))
  exit(1)
}
