/** Members of the window that change while the app runs, and that scripts call by their bare names. */
export const LIVE_NAMES = [
  'innerWidth',
  'innerHeight',
  'scrollX',
  'scrollY',
  'pageXOffset',
  'pageYOffset',
] as const;
