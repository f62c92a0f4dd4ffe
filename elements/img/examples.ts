/** Examples of `<img>`: small pictures in data URLs. */
import type { Example } from '../../runtime/element/contract.js';

/** A sunset of 56 x 40 pixels, by scripts/example-pictures.mjs. */
const PICTURE = `data:image/jpeg;base64,${[
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEEx',
  'NDk7Pj4+JS5ESUM8SDc9PjsBCgsLDg0OHBAQHDsoIig7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7',
  'Ozs7Ozs7Ozs7O//AABEIACgAOAMBEQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMF',
  'BQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElK',
  'U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV',
  '1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncA',
  'AQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZ',
  'WmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri',
  '4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/AOD+wP6V6XtUX7Bh9gf0o9qg9gw+wP6Ue1QewYq6dIxwFNL2yD2DHnSp',
  'gM7TS9ug9gyP7A47VXtUHsGH2B/Sj2qD2DOv/so/3a8b259F7BB/ZR/u0e3D2CD+yj/do9uHsEaVhoYYgbMk9BjrWE8QzKVO',
  'KNi68KyQW/mMiEdwDkr9axVd3MIyhJ2Rzt3o2x+FrqhiNDqjRTK/9lH+7V+3K9gjYXxB4eMYd7zy8jJVonyvscDFcTwuJTty',
  '/ijH63DuRnxV4WBI/tMcf9MJP/ian6tiv5fxX+ZP12n3ILnxl4at4w8VxLcktjZFCwI9/mwP171ccJiZOzVvn/lcmWOppaO5',
  'zF/46v7uYfZw9lCpBCwy/MD67gAT9OB0+telRwlOmve1f9dDhqYqU32RNF8RdchthbrqM7R4I/eRo7HPqzAk/nVywtCTu4mS',
  'q21RD/wmmozNh7sj3aFMfypLCUP5fxZssXU7m/ovimzm2Q6m0cRdgqXAwEPH8XPHI6jjntiuPE4OUVzUtfL/AC/r7zrp4zpM',
  'x20XTWTY0s5UdBuHH6Vv9Yq9l/XzOf6siE+HNJJyJrkewdf8KPrFXshfVV3Ebw3phQhLi4DY4JZSAfpihYir1SF9VXcoy+Fr',
  'oOBbyrOp6EYU/iCa3jiINe9oYSw8kWF8FagY3aUpb7cY82QHd9NuabxFNbakKm3ois/hq4gdQ0kcmTyVbAH1z/SiOIgzRYeZ',
  'ctPD9or7rt9wB+5Gxwfqfz/xrKpiG1aCNY4X+Ypf2mfWur2JH1kP7TPrR7EPrIv9pn1o9iH1kli1po+9Q8PcTxFyw3iIlduT',
  'x2zU/VRe3RUfVmc5zWioWK+sjP7TPrT9iH1k/wD/2Q==',
].join('')}`;

export const EXAMPLES: readonly Example[] = [
  {
    name: 'modes',
    size: [62, 11],
    markup: `<style>
  .row { flex-direction: row; gap: 2; }
  img { width: 14; }
</style>
<container class="row">
${['sextant', 'quadrant', 'block', 'luma']
  .map(
    (mode) =>
      `  <container><text>${mode}</text><img src="${PICTURE}" alt="A sunset" gfx-mode="${mode}"/></container>`,
  )
  .join('\n')}
</container>`,
  },
  {
    name: 'alt',
    size: [44, 3],
    markup: `<img alt="A lighthouse on a cliff, at dusk"/>`,
  },
];
