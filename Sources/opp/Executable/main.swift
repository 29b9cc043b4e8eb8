internal import OppOutputs
internal import OppSystem
internal import opp

let status = CommandLineTool.run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
