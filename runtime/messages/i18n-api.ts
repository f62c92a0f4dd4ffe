/** `$tui.i18n`, of an app's messages. */
import type { I18nApi } from '../script/globals/tui-global.js';
import type { DocumentMessages } from './document-messages.js';
import { isPseudo } from './locales.js';

export function createI18n(messages: () => DocumentMessages): I18nApi {
  const translator = (): DocumentMessages['translator'] => messages().translator;
  /** Node has no numbers and dates of a pseudo-locale. */
  const locale = (): string => (isPseudo(translator().locale) ? 'en' : translator().tag);
  return Object.freeze({
    get locale() {
      return translator().tag;
    },
    get direction() {
      return translator().direction;
    },
    t: (key: string, values?: Readonly<Record<string, unknown>>) =>
      translator().text(String(key), values),
    has: (key: string) => translator().has(String(key)),
    setLocale: (tag: string) => messages().setLocale(String(tag)),
    formatNumber: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale(), options).format(value),
    formatDate: (value: Date | number, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale(), options).format(value),
  });
}
