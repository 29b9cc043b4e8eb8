import Foundation

let options = BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
switch options {
case .help: print(BenchmarkOptions.helpText)
case .wrong(let argument):
  print("`\(argument)` is no argument here, or lacks its number\n\n\(BenchmarkOptions.helpText)")
  exit(2)
case .measure(let selection): Benchmark(selection: selection).run()
}
