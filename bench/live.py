"""What a live app costs, on a pty of 120 x 40 cells: `python3 bench/live.py DIST [OTHER...]`.

DIST is a folder of a build (`dist`), or one with `+stats`, which shows the line of `performance.showStats`; several are measured in turns, so compare columns of one run. For each:
milliseconds from its start to its first frame, and from a key to the first byte of its frame (median of 200);
CPU of all its processes in milliseconds, as the scheduler counts it, and bytes, per tick of an app that
changes 60 times a second.
"""
import fcntl
import json
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

KEYS, SECONDS, ROUNDS = 200, 6, 5

# 60 times a second: one word, and the workload "w2" (every point of eight sparklines, every one of 96 bars).
WORD = """<text id="t">0</text><script>
let count = 0;
const text = $tui.getElementById('t');
setInterval(() => (text.textContent = String(++count)), 1000 / 60);
</script>"""
KEY = """<text id="t">0</text><text style="margin-top: 3">READY</text><script>
let count = 0;
const text = $tui.getElementById('t');
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'q') $tui.exit(0);
  else text.textContent = String(++count);
});
</script>"""


def streaming():
    sparks = ''.join(
        f'<data-bars id="s{i}" min="0" max="100" show-values="true" value-format="value" '
        f'''series='[{{"name":"spark {i}","color":"ansi-green"}}]' bars='[[1],[50],[99]]'/>'''
        for i in range(8))
    bars = ''.join(
        f'<container title="Chart {i}" style="border: thin; width: 30; height: 16">'
        f'''<data-bars id="b{i}" series='[{{"name":"a","color":"ansi-cyan"}}]' bars='{json.dumps([[50]] * 12)}' '''
        f'''labels='{json.dumps(["entry %d" % n for n in range(12)])}' '''
        f'min="0" max="100" show-values="true" show-axis="false" style="gap: 0"/></container>'
        for i in range(8))
    return f"""<tui>{sparks}<container style="flex-direction: row; flex-wrap: wrap">{bars}</container></tui><script>
let seed = 7;
const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) % 1000 / 10;
const at = (name) => Array.from({{ length: 8 }}, (_, i) => $tui.getElementById(name + i));
const [sparks, bars] = [at('s'), at('b')];
for (const spark of sparks) for (let i = 0; i < 100; i++) spark.appendEntry([next()]);
setInterval(() => {{
  for (let i = 0; i < 8; i++) {{
    sparks[i].appendEntry([next()]);
    sparks[i].shiftEntry();
    bars[i].setValue(Array.from({{ length: 12 }}, () => [next()]));
  }}
}}, 1000 / 60);
</script>"""


class Run:
    def __init__(self, dist, file):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 120, 0, 0))
        environment = {'PATH': os.environ['PATH'], 'HOME': os.environ['HOME'], 'TERM': 'xterm-256color'}

        if dist.endswith('+stats'):
            dist = dist.removesuffix('+stats')
            environment['TUI_PERFORMANCE_SHOW_STATS'] = '1'

        def own_terminal():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        main = next(os.path.join(dist, 'cli', n) for n in ('main.cjs', 'main.js')
                    if os.path.exists(os.path.join(dist, 'cli', n)))
        self.master = master
        self.started = time.perf_counter()
        self.child = subprocess.Popen(['node', main, '--trust', file], stdin=slave, stdout=slave, stderr=slave,
                                      preexec_fn=own_terminal, env=environment)
        os.close(slave)

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return b''
        try:
            return os.read(self.master, 1 << 20)
        except OSError:
            return b''

    def quiet(self, seconds):
        """Reads on until nothing has come for so long."""
        end = time.time() + 20
        while self.read(seconds) and time.time() < end:
            pass

    def until(self, word):
        seen, end = b'', time.time() + 20
        while word not in seen:
            if time.time() > end:
                sys.exit(f'{word} did not come: {seen!r}')
            seen += self.read(0.1)

    def descendants(self):
        found, waiting = [], [self.child.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            for task in os.listdir(f'/proc/{pid}/task'):
                try:
                    with open(f'/proc/{pid}/task/{task}/children') as file:
                        waiting += map(int, file.read().split())
                except OSError:
                    pass
        return found

    def cpu(self):
        """Seconds of all threads that are there."""
        total = 0
        for pid in self.descendants():
            for task in os.listdir(f'/proc/{pid}/task'):
                with open(f'/proc/{pid}/task/{task}/schedstat') as file:
                    total += int(file.read().split()[0])
        return total / 1e9

    def end(self):
        self.child.send_signal(signal.SIGTERM)
        self.quiet(0.3)
        self.child.wait()
        os.close(self.master)


def keys(dist, file):
    run = Run(dist, file)
    run.until(b'READY')
    started = (time.perf_counter() - run.started) * 1000
    run.quiet(0.5)
    times = []
    for _ in range(KEYS):
        os.write(run.master, b'k')
        start = time.perf_counter()
        if not run.read(2):
            sys.exit('a key had no frame')
        times.append((time.perf_counter() - start) * 1000)
        run.quiet(0.02)
    run.end()
    return {'start ms': started, 'key to frame ms': statistics.median(times)}


def frames(dist, file, name):
    run = Run(dist, file)
    size = 0
    end = time.time() + 3
    while time.time() < end:
        run.read(0.05)
    cpu, start = run.cpu(), time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        size += len(run.read(0.05))
    used = run.cpu() - cpu
    run.end()
    ticks = SECONDS * 60
    return {f'{name} CPU ms': used * 1000 / ticks, f'{name} bytes': size / ticks}


def compare(dists):
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            path = os.path.join(folder, name)
            with open(path, 'w') as file:
                file.write(text)
            return path

        files = {name: put(f'{name}.tui', text) for name, text in
                 {'key': KEY, 'word': WORD, 'w2': streaming()}.items()}
        for turn in range(ROUNDS):
            for dist in dists:
                for found in (keys(dist, files['key']), frames(dist, files['word'], 'word'), frames(dist, files['w2'], 'w2')):
                    for name, value in found.items():
                        rows.setdefault(name, {}).setdefault(dist, []).append(value)
    print(f'medians of {ROUNDS}'.ljust(20) + ''.join(dist[-24:].rjust(26) for dist in dists))
    for name, columns in rows.items():
        print(name.ljust(20) + ''.join(f'{statistics.median(columns[dist]):26.2f}' for dist in dists))


if __name__ == '__main__':
    compare(sys.argv[1:] or ['dist'])
