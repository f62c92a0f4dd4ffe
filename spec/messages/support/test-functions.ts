/** The functions that the test suite defines for itself (its README, "Test Functions"). */
import type { MessageFunction, MessageValue } from 'messageformat/functions';
import { messageFormat } from '../../../runtime/base/packages.cjs';

interface TestValue extends MessageValue<'test'> {
  readonly input: number;
  readonly decimalPlaces: number;
  readonly failsFormat: boolean;
  readonly failsSelect: boolean;
}

function testFunction(canFormat: boolean, canSelect: boolean): MessageFunction<'test'> {
  return (context, options, operand) => {
    const { MessageFunctionError } = messageFormat();
    const fail = (type: 'bad-operand' | 'bad-option' | 'not-formattable'): never => {
      throw new MessageFunctionError(type, type);
    };
    const from = operand as Partial<TestValue> | undefined;
    const isOwn = typeof from === 'object' && from?.type === 'test';
    const text =
      typeof operand === 'object' ? (operand as { valueOf(): unknown } | null)?.valueOf() : operand;
    const input = isOwn ? from.input! : Number(text);
    if (
      !isOwn &&
      (text === '' ||
        text === undefined ||
        !/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(String(text)))
    ) {
      fail('bad-operand');
    }
    const places = options['decimalPlaces'];
    if (places !== undefined && !['0', '1'].includes(String(places))) fail('bad-option');
    const decimalPlaces = places === undefined ? (isOwn ? from.decimalPlaces! : 0) : Number(places);
    const fails = options['fails'] === undefined ? undefined : String(options['fails']);
    if (fails !== undefined && !['never', 'select', 'format', 'always'].includes(fails)) {
      context.onError('bad-option', `fails=${fails}`);
    }
    const failsFormat = (isOwn && from.failsFormat!) || fails === 'format' || fails === 'always';
    const failsSelect = (isOwn && from.failsSelect!) || fails === 'select' || fails === 'always';
    const shown = (): string => {
      if (failsFormat) fail('bad-option');
      const whole = `${input < 0 ? '-' : ''}${Math.floor(Math.abs(input))}`;
      const rest = Math.abs(input) - Math.floor(Math.abs(input));
      return decimalPlaces === 1 ? `${whole}.${Math.floor(rest * 10)}` : whole;
    };
    const value: TestValue = {
      type: 'test',
      input,
      decimalPlaces,
      failsFormat,
      failsSelect,
      valueOf: () => input,
      ...(canSelect
        ? {
            selectKey: (keys: Set<string>) => {
              if (failsSelect) fail('bad-option');
              if (input !== 1) return null;
              if (decimalPlaces === 1 && keys.has('1.0')) return '1.0';
              return keys.has('1') ? '1' : null;
            },
          }
        : {}),
      ...(canFormat
        ? { toString: shown, toParts: () => [{ type: 'test' as const, value: shown() }] }
        : {}),
    };
    return value;
  };
}

export const TEST_FUNCTIONS = {
  'test:function': testFunction(true, true),
  'test:select': testFunction(false, true),
  'test:format': testFunction(true, false),
};
