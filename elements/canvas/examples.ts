/** Examples of `<canvas>`: drawings of a few lines. */
import type { Example } from '../../runtime/element/contract.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'shapes',
    size: [40, 10],
    markup: `<canvas id="shapes" alt="A sun over hills" style="width: 40; height: 10"
  onPaint="$app.draw(event.context, event.width, event.height)"/>
<script>
  export function draw(c, width, height) {
    const sky = c.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, '#1b3a6b');
    sky.addColorStop(1, '#f2a65a');
    c.fillStyle = sky;
    c.fillRect(0, 0, width, height);
    c.fillStyle = '#ffe08a';
    c.beginPath();
    c.arc(width * 0.7, height * 0.45, height * 0.22, 0, 2 * Math.PI);
    c.fill();
    c.fillStyle = '#2c4a36';
    c.beginPath();
    c.moveTo(0, height);
    c.bezierCurveTo(width * 0.2, height * 0.3, width * 0.4, height, width * 0.6, height * 0.7);
    c.bezierCurveTo(width * 0.8, height * 0.5, width * 0.9, height, width, height * 0.75);
    c.lineTo(width, height);
    c.fill();
    c.fillStyle = 'white';
    c.font = 'bold 4px sans-serif';
    c.fillText('evening', 4, 8);
  }
</script>`,
  },
];
