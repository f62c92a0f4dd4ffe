/** The app of `tui view`: its arguments are the path of an image, and whether stdout is a terminal. */
import type { Source } from '../../runtime/base/diagnostics.js';

const TEXT = `<tui>
  <style>
    #stage { flex-grow: 1; flex-basis: 0; overflow: hidden; align-items: center; justify-content: center; }
    #stage.moved { overflow: scroll; align-items: flex-start; justify-content: flex-start; }
    #stage.plain { align-items: flex-start; justify-content: flex-start; }
    #stage img { flex-shrink: 0; }
    #line { height: 1; flex-shrink: 0; padding: 0 1; gap: 2; flex-direction: row; color: var(--muted); }
    #facts { flex-shrink: 1; white-space: nowrap; text-overflow: ellipsis; }
    #keys { margin-left: auto; flex-shrink: 9; white-space: nowrap; text-overflow: ellipsis; }
    @media (max-width: 50) { #keys { display: none; } }
    @media (max-height: 7) { #line { display: none; } }
  </style>
  <container id="stage"></container>
  <container id="line"><text id="facts"></text><text id="keys">+ - zoom  0 fit  m mode  q quit</text></container>
  <script>
    const [path, kind] = $tui.argv;
    const { document } = $tui;
    const stage = $tui.getElementById('stage');
    const name = path.slice(path.lastIndexOf('/') + 1);
    const MODES = ['sextant', 'octant', 'quadrant', 'halfblock', 'block', 'braille', 'pattern', 'luma'];
    /** As a share of what fits; 1 fits. */
    let zoom = 1;
    /** Columns of the picture where it fits. */
    let columns = 0;
    let mode = MODES.indexOf($tui.config?.renderGfxMode ?? 'sextant');

    // Made here, so that an error of the image names no line of this document.
    const img = document.createElement('img');
    img.setAttribute('src', path);
    img.setAttribute('alt', name);
    img.style.visibility = 'hidden';
    stage.append(img);
    document.title = name;
    if (kind === 'plain') {
      stage.classList.add('plain');
      $tui.getElementById('line').remove();
    }

    /** The larger of both ways in which all of it shows. */
    function fit() {
      img.style.width = '100%';
      img.style.height = 'auto';
      if (img.getBoundingClientRect().height > stage.getBoundingClientRect().height) {
        img.style.width = 'auto';
        img.style.height = '100%';
      }
      columns = img.getBoundingClientRect().width;
    }

    function show() {
      if (img.naturalWidth === 0) return;
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = stage;
      const middle = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight];
      stage.classList.toggle('moved', zoom > 1);
      if (zoom <= 1) fit();
      if (zoom !== 1) {
        img.style.width = String(Math.max(1, Math.round(columns * zoom)));
        img.style.height = 'auto';
        stage.scrollLeft = middle[0] * stage.scrollWidth - stage.clientWidth / 2;
        stage.scrollTop = middle[1] * stage.scrollHeight - stage.clientHeight / 2;
      }
      const facts = $tui.getElementById('facts');
      if (facts !== null) {
        const percent = zoom === 1 ? '' : \`  \${Math.round(zoom * 100)} %\`;
        facts.textContent = \`\${name}  \${img.naturalWidth} x \${img.naturalHeight}\${percent}\`;
      }
    }

    function zoomBy(factor) {
      // From an eighth of the screen to 32 times its size.
      zoom = Math.min(32, Math.max(1 / 8, zoom * factor));
      if (Math.abs(zoom - 1) < 0.01) zoom = 1;
      show();
    }

    const scroll = (x, y) => stage.scrollBy(x, y);
    const KEYS = {
      q: () => $tui.exit(),
      Escape: () => $tui.exit(),
      '+': () => zoomBy(Math.SQRT2),
      '=': () => zoomBy(Math.SQRT2),
      '-': () => zoomBy(Math.SQRT1_2),
      0: () => ((zoom = 1), show()),
      m: () => img.setAttribute('gfx-mode', MODES[(mode = (mode + 1) % MODES.length)]),
      ArrowLeft: () => scroll(-4, 0),
      ArrowRight: () => scroll(4, 0),
      ArrowUp: () => scroll(0, -2),
      ArrowDown: () => scroll(0, 2),
      h: () => scroll(-4, 0),
      l: () => scroll(4, 0),
      k: () => scroll(0, -2),
      j: () => scroll(0, 2),
      PageUp: () => scroll(0, -stage.clientHeight),
      PageDown: () => scroll(0, stage.clientHeight),
    };
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
      KEYS[event.key]();
      event.preventDefault();
    });
    img.addEventListener('load', () => ((img.style.visibility = 'visible'), show()));
    img.addEventListener('error', () => $tui.exit(1));
    window.addEventListener('resize', show);
  </script>
</tui>
`;

export const VIEWER: Source = { file: '<view>', text: TEXT };
