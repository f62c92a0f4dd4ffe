/**
 * A yargs parser that leaves every value a text, converts no names, and reports nothing itself: what values mean is
 * declared elsewhere. Importing this loads yargs.
 */
import yargs from '#yargs';

export function textParser(): ReturnType<typeof yargs> {
  return yargs().help(false).version(false).exitProcess(false).fail(false).parserConfiguration({
    'boolean-negation': false,
    'camel-case-expansion': false,
    'dot-notation': false,
    'duplicate-arguments-array': false,
    'parse-numbers': false,
    'parse-positional-numbers': false,
    'populate--': true,
    'strip-aliased': true,
  });
}
