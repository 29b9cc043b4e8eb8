import Foundation
import OppSimulator

exit(SimulationTool.run(Array(CommandLine.arguments.dropFirst())))
