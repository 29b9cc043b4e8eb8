"""The generated tree-sitter parser, compiled; what it and `opp check` find wrong."""

import ctypes
import json
import os
import re
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path

from ebnf import ROOT

GRAMMAR = ROOT / "grammar/tree-sitter"


def opp():
    """The command `opp`, if it was built: that of OPP, else the one of this checkout."""
    candidates = [os.environ.get("OPP"), ROOT / ".build/release/opp", ROOT / ".build/debug/opp"]
    return next((str(path) for path in candidates if path and Path(path).exists()), None)


def language():
    """The language as PyPI's `tree_sitter` wants it."""
    from tree_sitter import Language

    folder = tempfile.mkdtemp(prefix="opp-grammar-")
    library = f"{folder}/opp.so"
    sources = [str(GRAMMAR / "src" / name) for name in ("parser.c", "scanner.c")]
    subprocess.run(
        ["gcc", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror",
         f"-I{GRAMMAR}/src", "-o", library, *sources], check=True)
    function = ctypes.CDLL(library).tree_sitter_opp
    function.restype = ctypes.c_void_p
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    shutil.rmtree(folder, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Language(new(function(), b"tree_sitter.Language", None))


def first_error(node):
    """The first node of a tree that is wrong; None where all is right."""
    if node.is_error or node.is_missing:
        return node
    return next((found for child in node.children if child.has_error
                 for found in [first_error(child)] if found), node if node.has_error else None)


def syntax_codes():
    """The codes of the messages that are about syntax, and those of them that are not always."""
    text = (ROOT / "Sources/OppSyntax/Problems/SyntaxProblem+Headline.swift").read_text()
    body = text[text.index("var code: String"):]
    codes = set(re.findall(r'"([a-z0-9-]+)"', body[: body.index("\n  }\n")]))
    semantics = "".join(path.read_text() for path in (ROOT / "Sources/OppSemantics").rglob("*.swift"))
    return codes, {code for code in codes if f'"{code}"' in semantics}


def errors_of_parser(command, folder):
    """By the name of a file below a folder, the message of its first syntax error.

    A message that may be about something else is there only where the file has no certain one.
    """
    codes, uncertain = syntax_codes()
    output = subprocess.run(
        [command, "check", "--format", "json", str(folder)], capture_output=True, text=True).stdout
    found = {}
    for line in output.splitlines():
        message = json.loads(line)
        if message.get("type") != "diagnostic" or message["code"] not in codes:
            continue
        message["is_certain"] = message["code"] not in uncertain
        name = Path(message["path"]).name
        if name not in found or message["is_certain"] and not found[name]["is_certain"]:
            found[name] = message
    return found


def valid_snippets():
    """The texts of the manual in fences of `opp` whose page does not show that they are wrong."""
    for page in sorted((ROOT / "Sources/opp/Opp.docc").glob("*.md")):
        text = page.read_text()
        for number, match in enumerate(re.finditer(r"^```opp[^\n]*\n(.*?)^```$", text, re.S | re.M)):
            yield f"{page.stem} {number + 1}", match[1]
