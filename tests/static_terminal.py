"""The one-file program at a terminal, in a root that has neither terminals' descriptions nor ways to names:
    tests/static_terminal.py ROOT     where ROOT/bivouac is the program"""
import os
import pty
import select
import socket
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

# A name that only /etc/hosts knows, where the system asks for ways to names that one file does not have.
os.makedirs(f"{root}/etc", exist_ok=True)
with open(f"{root}/etc/hosts", "w") as hosts:
    hosts.write("127.0.0.1 the-server\n")
with open(f"{root}/etc/nsswitch.conf", "w") as ways:
    ways.write("hosts: mdns4_minimal mymachines files dns\n")
with socket.create_server(("127.0.0.1", 0)) as server:
    server.setblocking(False)
    port = server.getsockname()[1]

    def called(said):
        try:
            server.accept()[0].close()
            return True
        except BlockingIOError:
            return False

    said, held = at_terminal(["play", "--server", f"http://the-server:{port}", "aaaaaaaaaaaaaaaa"], "xterm", called)
    assert held, f"the-server was not found: {said[-300:]!r}"
