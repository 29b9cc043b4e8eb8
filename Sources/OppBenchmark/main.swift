import Foundation

let options = BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
switch options {
case .help: print(BenchmarkOptions.helpText)
case .wrong(let argument):
  print("`\(argument)` is not an option\n\n\(BenchmarkOptions.helpText)")
  exit(2)
case .measure(let isQuick, let part): Benchmark(isQuick: isQuick, only: part).run()
}
