"""What `performance.showStats` costs a live app in its sandbox: `python3 bench/statistics_live.py DIST [WINDOWS]`.

DIST is a folder of a build (`dist`). One app changes 60 times a second and switches the line on and off, so that both are measured in the
same processes, under the same load: 60 changes each, after 30 that are not counted, since switching itself lays out and paints. CPU of all
processes, as the scheduler counts it. Other work only adds to it, so the cheapest quarter of WINDOWS (120) windows of each is compared; the
medians show how busy the machine was.
"""
import os
import statistics
import sys
import tempfile

from live import Run, WORD, streaming

SWITCH = """<text id="mark" style="width: 3">...</text><script>
const mark = $tui.getElementById('mark');
let ticks = 0;
let isOn = false;
setInterval(() => {
  const at = ++ticks % 90;
  if (at === 0) {
    mark.textContent = isOn ? 'STP' : 'end';
    isOn = !isOn;
    $tui.config.set('performance.showStats', isOn);
  } else if (at === 30) mark.textContent = isOn ? 'BGN' : 'bgn';
}, 1000 / 60);
</script>"""
WARM = 4


def measure(dist, file, windows):
    run = Run(dist, file)
    used = []
    for turn in range(2 * windows + 1 + WARM):
        begin, end = (b'bgn', b'end') if turn % 2 == 0 else (b'BGN', b'STP')
        run.until(begin)
        before = run.cpu()
        run.until(end)
        used.append(run.cpu() - before)
    run.end()
    # An even turn is one without the line.
    off, on = (sorted(each) for each in (used[WARM::2], used[WARM + 1::2]))
    # A thread that has ended takes its time with it: such a window counts less than it used.
    whole = [[each for each in times if each > statistics.median(times) / 2] for times in (off, on)]
    least = [statistics.mean(each[:max(1, len(each) // 4)]) for each in whole]
    middle = [statistics.median(each) for each in (off, on)]
    per = [each / 60 * 1e6 for each in least]
    return (f'{per[0]:7.1f} us a change without, {per[1]:7.1f} with it: {100 * (per[1] / per[0] - 1):+.2f} %'
            f'   (medians {100 * (middle[1] / middle[0] - 1):+.2f} %)')


if __name__ == '__main__':
    dist = sys.argv[1] if len(sys.argv) > 1 else 'dist'
    windows = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {'word': WORD, 'w2': streaming()}.items():
            file = os.path.join(folder, f'{name}.tui')
            with open(file, 'w') as out:
                out.write(f'<tui>{text.removeprefix("<tui>").replace("</tui>", "")}{SWITCH}</tui>')
            print(name.ljust(6), measure(dist, file, windows), flush=True)
