"""A bot that attacks in many ways. What came of it stands in the fault that it raises: ``got …`` or ``refused …``.

Every attack has a bound of its own, so that it harms nothing where a barrier is missing.
"""

from __future__ import annotations

# mypy: ignore-errors
# ruff: noqa
import ctypes
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from railbird.agent import Bot, setting

HERE = Path(__file__).resolve().parent
FORBIDDEN = ("HandDriver", "Hand", "LegRunner", "MatchDefinition", "SeededDealing", "Window", "Leg")
MOST_FORKS = 4
MOST_MEGABYTES = 400


class Outcome(Exception):  # noqa: N818
    pass


@dataclass(frozen=True)
class AttackSettings:
    attack: str = setting("nothing", "what it does", "ours")
    target: str = setting("", "a file, a port or a process", "ours")


class Attacker(Bot):
    """Attacks, and says what came of it."""

    Settings = AttackSettings

    def act(self, view):
        found = globals()[self.settings.attack](self.settings.target)
        if found is None:
            return "c"
        raise Outcome(f"got {found}")


class Learner(Attacker):
    """The same, but it learns: what it knows is lost with its process."""

    learns = True

    def save(self):
        return {"p": b"x"}


def nothing(_):
    return None


# Hidden cards


def frames(_):
    """Walk the stack and look at every local and global name."""
    frame, found = sys._getframe(), set()
    while frame is not None:
        for values in (frame.f_locals, frame.f_globals):
            found |= {type(value).__name__ for value in list(values.values())} & set(FORBIDDEN)
        frame = frame.f_back
    return sorted(found) or None


def collector(_):
    """Ask the garbage collector for every object."""
    names = {type(each).__name__ for each in gc.get_objects()}
    return sorted(names & set(FORBIDDEN)) or None


def memory_of_parent(target):
    """Read the memory of the dealer through /proc, and with the system call for it."""
    for process in {int(target), os.getppid()} - {0}:
        for name in ("mem", "maps", "environ", "cmdline"):
            try:
                with open(f"/proc/{process}/{name}", "rb") as file:
                    return f"{name} of process {process}: {file.read(10) if name != 'mem' else ''}"
            except OSError:
                continue
    buffer = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    remote = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    if ctypes.CDLL(None).process_vm_readv(int(target), vector, 1, remote, 1, 0) > 0:
        return "memory by process_vm_readv"
    if ctypes.CDLL(None).ptrace(16, int(target), 0, 0) == 0:  # attach
        ctypes.CDLL(None).ptrace(17, int(target), 0, 0)
        return "a traced process"
    return None


def other_processes(_):
    """See which processes there are."""
    try:
        found = [each for each in os.listdir("/proc") if each.isdigit()]
    except OSError:
        return None
    return f"{len(found)} processes" if found else None


def read_beside(name):
    """Read a file of its folder; files that settings name are open to it."""
    return read_file(str(HERE / name))


def read_file(target):
    """Read a file, such as the store with the seed of the match."""
    with open(target, "rb") as file:
        return f"the file: {file.read(16)!r}"


# Harm


def delete(target):
    """Delete a file, or change it in some other way."""
    for harm in (
        os.unlink,
        lambda path: open(path, "ab").close(),
        lambda path: os.truncate(path, 0),
        lambda path: os.rename(path, path + ".moved"),
        lambda path: os.chmod(path, 0o600),
        lambda path: os.utime(path, (1, 1)),
        lambda path: os.symlink("/", path + ".link"),
    ):
        try:
            harm(target)
        except OSError:
            continue
        return "a changed file"
    return None


def send_signal(target):
    """Find out whether the dealer could be signalled; nothing is sent."""
    for process in (int(target), os.getppid(), -1):
        if process not in (0, os.getpid()):
            try:
                os.kill(process, 0)
            except OSError:
                continue
            if process == -1 and os.getpid() == 1:
                continue
            return f"a process that can be signalled: {process}"
    return None


def network(target):
    """Connect to a port of this machine."""
    socket.create_connection(("127.0.0.1", int(target)), 1).close()
    return "a connection"


def abstract_socket(target):
    """Connect to a socket without a file."""
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(f"\0{target}")
    return "a connection"


def forks(_):
    """Fork without end; it stops by itself after a few."""
    children = []
    try:
        for _each in range(MOST_FORKS):
            child = os.fork()
            if child == 0:
                time.sleep(1)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    return f"{len(children)} processes" if children else None


def programs(_):
    """Start a program."""
    return f"a program: {subprocess.run(['/bin/true'], check=False).returncode}"


def leaves_a_process(target):
    """Leave a process behind, in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        Path(target).write_text(str(os.getpid()))
        time.sleep(60)
        os._exit(0)
    time.sleep(0.3)
    return "a process that stays"


def threads(_):
    """Start threads until it is refused."""
    started = []
    threading.stack_size(64 << 10)
    try:
        for _each in range(200):
            started.append(threading.Thread(target=time.sleep, args=(0.5,), daemon=True))
            started[-1].start()
    except (RuntimeError, MemoryError):
        return None
    return f"{len(started)} threads"


def memory(_):
    """Take memory without end; it stops by itself."""
    blocks = []
    try:
        for _each in range(MOST_MEGABYTES // 10):
            blocks.append(bytearray(10 << 20))
    except MemoryError:
        return None
    return f"{len(blocks) * 10} megabytes"


def hidden_memory(_):
    """Take memory that no limit on addresses counts: files in memory, shared memory."""
    taken = []
    if hasattr(os, "memfd_create"):
        try:
            file = os.memfd_create("x")
            os.write(file, b"x")
            taken.append("a file in memory")
        except OSError:
            pass
    segment = ctypes.CDLL(None).shmget(0, 4096, 0o1600)
    if segment >= 0:
        ctypes.CDLL(None).shmctl(segment, 0, None)
        taken.append("shared memory")
    return ", ".join(taken) or None


def disk(target):
    """Fill the disk: in the folder for temporary files, beside its own file, and elsewhere; it stops by itself."""
    most = int(target)
    for folder in (os.environ.get("TMPDIR", ""), "/tmp", "/var/tmp", "/dev/shm", str(HERE), os.getcwd()):
        written, names = 0, []
        try:
            for number in range(10):
                name = f"{folder}/railbird-fills-{os.getpid()}-{number}"
                names.append(name)
                with open(name, "wb") as file:
                    for _each in range(most // 5):
                        written += file.write(bytes(1 << 20)) >> 20
        except OSError:
            pass
        for name in names:
            try:
                os.unlink(name)
            except OSError:
                pass
        if written > most:
            return f"{written} megabytes in {folder}"
    return None


# Breaking the process


def native_loop(_):
    """Compute in native code, which nothing interrupts from inside."""
    sum(range(10**13))


def native_sleep(_):
    """Sleep in native code, with every signal blocked."""
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
    ctypes.PyDLL(None).sleep(100)


def deaf(_):
    """Ignore every interruption."""
    while True:
        try:
            time.sleep(100)
        except BaseException:
            pass


def stopped_clock(_):
    """Take more time than there is, with the own clock stopped."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    time.sleep(1.0)


def close_and_stay(_):
    """Close the connection, and go on."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    os.closerange(0, 1000)
    time.sleep(100)


def secrets(_):
    """Look for what the environment should not tell."""
    found = [name for name in ("RAILBIRD_LLM_KEY", "RAILBIRD_STORE", "AWS_SECRET_ACCESS_KEY") if name in os.environ]
    return ", ".join(found) or None


def leave(_):
    os._exit(3)


def crash(_):
    ctypes.string_at(0)


def close_pipes(_):
    os.closerange(0, 1000)


def garbage(_):
    for file in range(3, 40):
        try:
            os.write(file, b"garbage" * 100)
        except OSError:
            pass


def huge_answer(_):
    for file in range(3, 40):
        try:
            os.write(file, b"\1\xff\xff\xff\xff")
        except OSError:
            pass


def two_answers(_):
    for file in range(3, 40):
        try:
            os.write(file, b"\1\1\0\0\0c" * 50)
        except OSError:
            pass


def flood(_):
    print("x" * 5_000_000)


def stop_itself(_):
    os.kill(os.getpid(), signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGKILL)
