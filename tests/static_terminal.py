"""The one-file program at a terminal, in a root that has no terminals' descriptions:
    tests/static_terminal.py ROOT     where ROOT/bivouac is the program"""
import os
import pty
import select
import sys
import time

root = sys.argv[1]


def at_terminal(words, type, until, keys=b""):
    """Runs the program at a terminal until the condition holds; what it wrote, and whether it did hold."""
    child, terminal = pty.fork()
    if child == 0:
        os.chroot(root)
        os.chdir("/")
        os.execve("/bivouac", ["bivouac", *words], {"TERM": type, "LC_ALL": "C.UTF-8", "HOME": "/"})
    said, held, deadline = b"", False, time.monotonic() + 20
    while not held and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                said += os.read(terminal, 65536)
            except OSError:
                break
        held = until(said)
    os.write(terminal, keys) if held and keys else None
    os.kill(child, 15)
    os.waitpid(child, 0)
    return said, held or until(said)


for type in "linux", "screen-256color", "tmux-256color", "vt100", "xterm", "xterm-256color":
    said, held = at_terminal(["play", "chevaliers"], type, lambda said: b"chevaliers" in said.lower() and b"\x1b[" in said)
    assert held, f"no board at a terminal of type {type}: {said[-300:]!r}"

# cJSON, which reads what a server sends, is not part of the file: the program says so, and how to play there.
said, held = at_terminal(["play", "--server", "http://127.0.0.1:1", "aaaaaaaaaaaaaaaa"], "xterm", lambda said: b"this device only" in said)
assert held, f"it does not say that it plays here only: {said[-300:]!r}"
