"""Runs a command on a pty of its own: on_pty.py SCENARIO COMMAND...

Prints one JSON object: the bytes seen (base64), the exit status, and whether the terminal's modes
are what they were. SCENARIO is a JSON list of steps, each run once READY was seen on the terminal:
{"signal": "SIGTERM"}, {"type": "text", "times": n}, {"wait": "text on the terminal"}, {"resize": [w, h]},
{"next": "text"} waits for text that comes after the last step of this kind, or after what was typed last, and
{"nextMatch": "regular expression"} for text that matches;
{"sleep": ms} reads on for so long; {"stopped": true} waits for the child to be stopped; {"suspend": "text"} presses
Ctrl+Z, waits for the stop, continues as fg does and waits for the text, and does all of it again where the text does not
come: a program that was still painting has not been stopped, and paints nothing when it is continued; {"hangup": true} closes the terminal,
{"interrupt": true} presses Ctrl+C twice, as users do whom the first one does not help: not where it has, whose second one would be a
signal to what has the terminal then;
{"continue": true} continues the child's group in the foreground, as fg does;
{"run": ["program", "argument"]} runs a program to its end, which must be 0;
{"lag": ms} answers the questions for the terminal's kind and for the cursor, those before as well, each that much later;
{"rate": n} reads at most n bytes a second from then on, null as they come; {"memory": true} notes the child's
resident memory in kB.
"""
import base64, fcntl, json, os, pty, re, select, signal, struct, subprocess, sys, termios, time

steps = json.loads(sys.argv[1])
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 10, 40, 0, 0))
before = termios.tcgetattr(slave)


# This program is the shell: leader of the session, with the child as its job in the foreground.
# A job without such a parent is orphaned, and the kernel does not stop those.
os.setsid()
fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def foreground():
    os.setpgid(0, 0)
    os.tcsetpgrp(slave, os.getpgrp())
    for name in (signal.SIGHUP, signal.SIGTTOU):
        signal.signal(name, signal.SIG_DFL)


stderr_read, stderr_write = os.pipe()
child = subprocess.Popen(sys.argv[2:], stdin=slave, stdout=slave, stderr=stderr_write,
                         preexec_fn=foreground, close_fds=True)
os.close(stderr_write)
seen = b''
closed = False
rate = None
ANSWERS = {b'\x1b[c': b'\x1b[?62;22c', b'\x1b[6n': b'\x1b[5;1R'}
lag = None
searched = 0
answers = []


def answer():
    """Answers what was asked, as the terminal at the other end of a slow connection does."""
    global searched
    while found := re.compile(rb'\x1b\[(?:c|6n)').search(seen, searched):
        answers.append((time.time() + lag, ANSWERS[found.group()]))
        searched = found.end()
    while answers and answers[0][0] <= time.time():
        os.write(master, answers.pop(0)[1])


def unread():
    """Bytes of answers that the next program on the terminal reads as keys."""
    modes = termios.tcgetattr(slave)
    modes[3] &= ~termios.ICANON
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    waiting = struct.unpack('i', fcntl.ioctl(slave, termios.FIONREAD, bytes(4)))[0]
    return waiting + sum(len(text) for _, text in answers)


def read(timeout):
    global seen
    if closed or rate is not None:
        time.sleep(timeout)
    if closed or rate == 0:
        return
    ready, _, _ = select.select([master], [], [], timeout if rate is None else 0)
    if ready:
        try:
            seen += os.read(master, 65536 if rate is None else max(1, round(rate * timeout)))
        except OSError:
            pass
    if lag is not None:
        answer()


def until(condition):
    end = time.time() + 60
    while not condition():
        if time.time() > end:
            child.kill()
            sys.exit('timed out; seen: %r' % seen)
        read(0.02)


def resident():
    with open('/proc/%d/status' % child.pid) as file:
        return next(int(line.split()[1]) for line in file if line.startswith('VmRSS:'))


def resume():
    global at
    at = len(seen)
    os.tcsetpgrp(slave, child.pid)
    os.killpg(child.pid, signal.SIGCONT)


def during(seconds, condition):
    end = time.time() + seconds
    while time.time() < end and not condition():
        read(0.01)
    return condition()


def suspend(text):
    for _ in range(5):
        during(0.3, lambda: False)
        os.write(master, b'\x1a')
        until(lambda: state() == 'T')
        # An answer that is still to come would be the shell's.
        restored = termios.tcgetattr(slave) == before and not answers
        resume()
        if during(5, lambda: text in seen[at:]):
            return restored
    sys.exit('not continued; seen: %r' % seen)


def state():
    with open('/proc/%d/stat' % child.pid) as file:
        return file.read().rsplit(')', 1)[1].split()[0]


until(lambda: b'READY' in seen)
raw = termios.tcgetattr(slave)[3] & termios.ICANON == 0
at = 0
for step in steps:
    if 'signal' in step:
        os.kill(child.pid, getattr(signal, step['signal']))
    elif 'type' in step:
        at = len(seen)
        rest = step['type'].encode() * step.get('times', 1)
        while rest:
            _, ready, _ = select.select([], [master], [], 0.02)
            if ready:
                rest = rest[os.write(master, rest[:4096]):]
            read(0)
    elif 'interrupt' in step:
        os.write(master, b'\x03')
        given_back = lambda: child.poll() is not None or termios.tcgetattr(slave)[3] & termios.ISIG != 0
        if not during(0.05, given_back):
            os.write(master, b'\x03')
    elif 'wait' in step:
        until(lambda: step['wait'].encode() in seen)
    elif 'next' in step:
        until(lambda: step['next'].encode() in seen[at:])
        at = seen.index(step['next'].encode(), at) + len(step['next'].encode())
    elif 'nextMatch' in step:
        pattern = re.compile(step['nextMatch'], re.DOTALL)
        found = lambda: pattern.search(seen[at:].decode(errors='ignore'))
        until(found)
        at += len(seen[at:].decode(errors='ignore')[:found().end()].encode())
    elif 'resize' in step:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', step['resize'][1], step['resize'][0], 0, 0))
    elif 'stopped' in step:
        until(lambda: state() == 'T')
        step['restored'] = termios.tcgetattr(slave) == before
    elif 'continue' in step:
        resume()
    elif 'suspend' in step:
        step['restored'] = suspend(step['suspend'].encode())
    elif 'run' in step:
        subprocess.run(step['run'], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    elif 'rate' in step:
        rate = step['rate']
    elif 'lag' in step:
        lag = step['lag'] / 1000
    elif 'memory' in step:
        step['memory'] = resident()
    elif 'sleep' in step:
        end = time.time() + step['sleep'] / 1000
        while time.time() < end:
            read(0.01)
    elif 'hangup' in step:
        os.close(slave)
        os.close(master)
        closed = True
until(lambda: child.poll() is not None)
rate = None
for _ in range(3):
    read(0.02)
restored = None if closed else termios.tcgetattr(slave) == before
print(json.dumps({
    'bytes': base64.b64encode(seen).decode(),
    'status': child.returncode,
    'raw': raw,
    'restored': restored,
    'unread': None if closed else unread(),
    'stops': [step['restored'] for step in steps if 'restored' in step],
    'memory': [step['memory'] for step in steps if 'memory' in step],
    'errors': os.read(stderr_read, 65536).decode(errors='replace'),
}))
