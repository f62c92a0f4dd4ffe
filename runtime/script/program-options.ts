/** Checks what scripts pass to `$tui.run` and `$tui.spawn`. */

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Checks what a script passes to `$tui.run`. @throws TypeError, RangeError */
export function checkRun(command: unknown, args: unknown, options: unknown): void {
  checkCall('$tui.run', command, args, options);
  checkOptions(options as Record<string, unknown>);
}

/** Checks what a script passes to `$tui.spawn`. @throws TypeError */
export function checkSpawn(command: unknown, args: unknown, options: unknown): void {
  checkCall('$tui.spawn', command, args, options);
  const { input, timeout, maxOutput, terminal, ...known } = options as Record<string, unknown>;
  const ofRun = Object.entries({ input, timeout, maxOutput, terminal });
  const wrong = ofRun.find(([, value]) => value !== undefined);
  if (wrong !== undefined) {
    const instead = wrong[0] === 'input' ? 'write it to "stdin"' : 'use $tui.run';
    throw new TypeError(`$tui.spawn has no option "${wrong[0]}": ${instead}`);
  }
  checkCommon('$tui.spawn', known);
}

function checkCall(name: string, command: unknown, args: unknown, options: unknown): void {
  if (typeof command !== 'string' || command === '') {
    throw new TypeError(`${name}: expected the name or path of a program as the first argument`);
  }
  if (!isTexts(args)) {
    throw new TypeError(`${name}: expected an array of strings as the second argument`);
  }
  if ([command, ...args].some((part) => part.includes('\0'))) {
    throw new TypeError(`${name}: arguments of a program cannot contain NUL characters`);
  }
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${name}: expected an object of options as the third argument`);
  }
}

function checkCommon(name: string, options: Readonly<Record<string, unknown>>): void {
  const { cwd, onStdout, onStderr } = options;
  if (cwd !== undefined && typeof cwd !== 'string') {
    throw new TypeError(`${name}: "cwd" must be the path of a folder`);
  }
  for (const [option, value] of Object.entries({ onStdout, onStderr })) {
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`${name}: "${option}" must be a function`);
    }
  }
}

function checkOptions(options: Readonly<Record<string, unknown>>): void {
  const { input, timeout, maxOutput, onStdout, onStderr, terminal } = options;
  // Not `instanceof`: bytes of Node's own modules are of another realm under jest.
  if (input !== undefined && typeof input !== 'string' && !ArrayBuffer.isView(input)) {
    throw new TypeError('$tui.run: "input" must be a string or a Uint8Array');
  }
  for (const [name, value] of [
    ['timeout', timeout],
    ['maxOutput', maxOutput],
  ] as const) {
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new RangeError(`$tui.run: "${name}" must be a number of 0 or more`);
    }
  }
  if (terminal !== undefined && typeof terminal !== 'boolean') {
    throw new TypeError('$tui.run: "terminal" must be true or false');
  }
  if (terminal === true) {
    const own = { input, maxOutput, onStdout, onStderr };
    const found = Object.entries(own).find(([, value]) => value !== undefined);
    if (found !== undefined) {
      throw new TypeError(`$tui.run: "${found[0]}" cannot be combined with "terminal"`);
    }
  }
  checkCommon('$tui.run', options);
}
