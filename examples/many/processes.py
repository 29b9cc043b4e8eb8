"""The processes that a command has started, for the scripts that kill some of them. Linux only: it reads /proc."""
import os
import signal


def descendants(ancestor):
    """The processes below one, as a dictionary of their command lines."""
    parents, commands = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{name}/cmdline") as file:
                commands[int(name)] = file.read().replace("\0", " ")
        except OSError:
            continue
    found = {}
    for process in parents:
        above = process
        while above in parents and above != ancestor:
            above = parents[above]
        if above == ancestor and process != ancestor:
            found[process] = commands.get(process, "")
    return found


def find(part, ancestor):
    """The process below one that has a text in its command line; the innermost that has started others, where one has.

    Python's servers fork processes with the same command line, of which those that work have started an `opp worker`.
    """
    found = {process for process, command in descendants(ancestor).items() if part in f"{command} "}
    below = {process: descendants(process).keys() for process in found}
    innermost = [process for process in found if below[process] and not found & below[process]]
    return max(innermost or found, default=None)


def kill(process):
    """Kills a process as a failure of its machine would."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_tree(ancestor):
    """Kills a process and everything that it has started."""
    below = descendants(ancestor)
    for process in [ancestor, *below]:
        kill(process)
