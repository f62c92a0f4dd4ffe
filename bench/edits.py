"""From a save to its frame under `tui dev`, on a pty of 120 x 40 cells: `python3 bench/edits.py DIST [EDITS]`.

DIST is a folder of a build (`dist`). Each kind of edit is saved in each of the ways in which editors save, EDITS times in all (50).
A save counts from the first call that writes to the first bytes that have what it shows. At the end a key shows the value that was
typed into a field before the first edit: it has to be the same.
"""
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

APP = """<tui>
<policy>{{"name": "Edits"}}</policy>
<style>#styled {{ color: rgb({style}, 7, 9); }}</style>
<input id="field" autofocus="true"/>
<text id="styled">styled</text><text>markup-{markup}</text><text id="script">-</text><text id="value">-</text>
<markdown src="note.md"/>
<table><tr><th>a</th></tr>{rows}</table>
<script src="app.ts"></script>
</tui>
"""
ROWS = ''.join(f'<tr><td>row {n}</td></tr>' for n in range(100))
SCRIPT = """$tui.getElementById('script')!.textContent = 'script-{script}';
$tui.document.addEventListener('keydown', (event) => {{
  const field = $tui.getElementById<Tui.InputElement>('field');
  if (event.key === 'F2') $tui.getElementById('value')!.textContent = 'value:' + field?.value;
}});
"""


def write(path, text):
    with open(path, 'w') as file:
        file.write(text)


def rename(path, text):
    write(path + '.tmp', text)
    os.rename(path + '.tmp', path)


def vim(path, text):
    folder, name = os.path.split(path)
    swap = os.path.join(folder, f'.{name}.swp')
    write(swap, 'x')
    write(os.path.join(folder, '4913'), '')
    os.unlink(os.path.join(folder, '4913'))
    os.rename(path, path + '~')
    write(path, text)
    os.unlink(path + '~')
    os.unlink(swap)


WAYS = [('written in place', write), ('renamed', rename), ('as vim does', vim)]


class Terminal:
    def __init__(self, dist, folder, home):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 120, 0, 0))
        env = {'PATH': os.environ['PATH'], 'HOME': home, 'TERM': 'xterm-256color', 'COLORTERM': 'truecolor', 'LANG': 'C.UTF-8'}
        command = ['node', os.path.join(dist, 'cli/main.cjs'), 'dev', '--trust', os.path.join(folder, 'app.tui')]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder, start_new_session=True)
        os.close(slave)
        self.fd = master
        self.read = b''

    def until(self, text, seconds=20):
        """When the text came, in seconds; what was read before is forgotten."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if text.encode() in self.read:
                self.read = b''
                return time.perf_counter()
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.read += os.read(self.fd, 65536)
                except OSError:
                    break
        raise SystemExit(f'"{text}" never came: {self.read[-2000:]!r}')

    def drain(self, seconds):
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                self.read += os.read(self.fd, 65536)
        self.read = b''


def main():
    dist = os.path.abspath(sys.argv[1])
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        folder = os.path.realpath(folder)
        values = {'style': 10, 'markup': 0, 'script': 0, 'external': 0}
        app, script, note = (os.path.join(folder, name) for name in ('app.tui', 'app.ts', 'note.md'))
        text = {
            'style': (app, lambda: APP.format(rows=ROWS, **values), lambda n: f'38;2;{n};7;9'),
            'markup': (app, lambda: APP.format(rows=ROWS, **values), lambda n: str(n)),
            'script': (script, lambda: SCRIPT.format(**values), lambda n: str(n)),
            'external': (note, lambda: f'note {values["external"]}\n', lambda n: str(n)),
        }
        for path, make, _ in text.values():
            write(path, make())
        terminal = Terminal(dist, folder, home)
        terminal.until('script-0')
        terminal.drain(1.5)
        os.write(terminal.fd, b'kept')
        terminal.drain(0.5)
        print(f'{"edit":<12}{"saved":<20}{"median ms":>10}{"90 % ms":>10}{"most ms":>10}')
        for kind, (path, make, shown) in text.items():
            for name, save in WAYS:
                times = []
                for index in range(edits):
                    # Digits that differ in every place, so that the terminal gets all of them.
                    values[kind] = (values[kind] + 1) % 200 if kind == 'style' else int(str(values[kind] % 10 % 9 + 1) * 8)
                    start = time.perf_counter()
                    save(path, make())
                    times.append((terminal.until(shown(values[kind])) - start) * 1000)
                    terminal.drain(0.03)
                times.sort()
                most = times[-1]
                print(f'{kind:<12}{name:<20}{statistics.median(times):>10.1f}{times[int(len(times) * 0.9)]:>10.1f}{most:>10.1f}', flush=True)
        os.write(terminal.fd, b'\x1bOQ')
        terminal.until('kept')
        print('the value that was typed before the first edit is kept')
        os.killpg(terminal.process.pid, signal.SIGTERM)
        terminal.process.wait()


main()
