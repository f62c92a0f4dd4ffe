"""What a person notices while an answer streams, on a pty of 100 x 30 cells: `python3 bench/streaming.py DIST [OTHER...]`.

DIST is a folder of a build (`dist`); several are measured in turns, so compare columns of one run. An app writes 500
tokens a second to one `<markdown>`, or one `<text>`, in a box that scrolls to its end with each of them. The app and a
process that never rests share one processor (`taskset`). For each: the longest time without a frame, and its 95th
percentile; the median time from a key to its echo in a field; the time from Escape to the line that the stream has
stopped. Limits: 100 ms, 50 ms, 300 ms.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from live import Run

SECONDS, KEYS, ROUNDS = 6, 25, 3
TOKENS = 500
LIMITS = {'longest gap': 100, 'echo': 50, 'Escape': 300}

TEXT = '# Answer\\n\\nHere is **what I know**, in a list:\\n\\n1. First, look at the `numbers`.\\n2. Then run this:\\n\\n' \
    '```js\\nfunction fib(n) {\\n  return n < 2 ? n : fib(n - 1) + fib(n - 2);\\n}\\n```\\n\\n' \
    '| Name | Size |\\n| :--- | ---: |\\n| Small | 10 |\\n| Large | 2000 |\\n\\nText. **Done**.\\n\\n'


def app(element):
    write = 'writer.write(part)' if element == 'markdown' else "target.append(part)"
    return f"""<tui>
  <style>#log {{ height: 20; overflow-y: scroll; }} #log > * {{ flex-shrink: 0; white-space: pre-wrap; }}</style>
  <container id="log"><{element} id="answer"/></container>
  <input id="field" autofocus/>
  <text id="state">READY</text>
  <script>
    const get = (id) => $tui.getElementById(id);
    const target = get('answer');
    const writer = {'target.stream().getWriter()' if element == 'markdown' else 'undefined'};
    const parts = '{TEXT}'.match(/\\s*\\S{{1,6}}\\s*/g);
    let isOver = false;
    let written = 0;
    async function stream() {{
      const begun = performance.now();
      while (!isOver) {{
        const due = Math.floor((performance.now() - begun) * {TOKENS} / 1000);
        for (; written < due && !isOver; written++) {{
          const part = parts[written % parts.length];
          {'await ' if element == 'markdown' else ''}{write};
          get('log').scrollTop = get('log').scrollHeight;
          // Each piece of a network comes in a turn of its own.
          await new Promise((resolve) => setImmediate(resolve));
        }}
        await new Promise((resolve) => setTimeout(resolve, 1));
      }}
      get('state').textContent = 'STOPPED';
    }}
    document.addEventListener('keydown', (event) => {{
      if (event.key === 'Escape') isOver = true;
      if (event.key === 'F2') void stream();
    }});
  </script>
</tui>"""


def measure(dist, file):
    processor = min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {processor})
    busy = subprocess.Popen([sys.executable, '-c', 'while True: pass'])
    run = Run(dist, file)
    # This process only measures: it has the other processor.
    os.sched_setaffinity(0, before - {processor} or before)
    try:
        run.until(b'READY')
        run.quiet(0.5)
        os.write(run.master, b'\x1bOQ')
        end = time.perf_counter() + SECONDS
        frames = []
        while time.perf_counter() < end:
            if run.read(0.2):
                frames.append(time.perf_counter())
        # A frame comes in several reads.
        gaps = sorted((b - a) * 1000 for a, b in zip(frames, frames[1:]) if b - a > 0.002)
        echoes = []
        for key in 'abcdefghijklmnopqrstuvwxyz'[:KEYS]:
            start = time.perf_counter()
            os.write(run.master, b'\x15' + key.upper().encode())
            seen = b''
            # The field's row is repainted where the letter has changed.
            while key.upper().encode() not in re.sub(rb'\x1b\[[0-9;?]*[A-Za-z]', b'', seen).split(b'\x1b')[0] and time.perf_counter() - start < 3:
                seen += run.read(0.05)
            echoes.append((time.perf_counter() - start) * 1000)
            run.read(0.05)
        start = time.perf_counter()
        os.write(run.master, b'\x1b')
        seen = b''
        while b'STOPPED' not in seen and time.perf_counter() - start < 10:
            seen += run.read(0.05)
        stopped = (time.perf_counter() - start) * 1000
    finally:
        busy.kill()
        busy.wait()
        run.end()
    return {'longest gap': gaps[-1], 'gap 95 %': gaps[len(gaps) * 95 // 100], 'frames/s': len(gaps) / SECONDS,
            'echo': statistics.median(echoes), 'Escape': stopped}


def main(dists):
    with tempfile.TemporaryDirectory() as folder:
        for element in ('markdown', 'text'):
            file = os.path.join(folder, f'{element}.tui')
            with open(file, 'w') as out:
                out.write(app(element))
            rows = {}
            for _ in range(ROUNDS):
                for dist in dists:
                    for name, value in measure(dist, file).items():
                        rows.setdefault(name, {}).setdefault(dist, []).append(value)
            print(f'{element}, medians of {ROUNDS}'.ljust(28) + ''.join(dist[-24:].rjust(26) for dist in dists))
            for name, columns in rows.items():
                limit = f' (limit {LIMITS[name]})' if name in LIMITS else ''
                print(f'{name}{limit}'.ljust(28) + ''.join(f'{statistics.median(columns[dist]):26.1f}' for dist in dists))


if __name__ == '__main__':
    main(sys.argv[1:] or ['dist'])
