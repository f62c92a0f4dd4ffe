/** Drawings that a browser and the canvas here draw alike: each is the body of a function of a context, 160 by 96. */
export const DRAWINGS: Readonly<Record<string, string>> = {
  rectangles: `c.fillStyle = '#3366cc'; c.fillRect(10, 10, 60, 40);
    c.fillStyle = 'rgba(255, 80, 0, 0.5)'; c.fillRect(40.5, 30.25, 70, 40);
    c.strokeStyle = 'green'; c.lineWidth = 3; c.strokeRect(90, 12, 50, 60); c.clearRect(55, 35, 20, 20);`,
  lines: `c.lineWidth = 2; for (let i = 0; i < 12; i++) { c.beginPath(); c.moveTo(80, 48);
    c.lineTo(80 + 70 * Math.cos(i / 6 * Math.PI), 48 + 44 * Math.sin(i / 6 * Math.PI)); c.stroke(); }`,
  thin: `c.lineWidth = 1; c.strokeStyle = '#c00'; for (let i = 0; i < 9; i++) { c.beginPath();
    c.moveTo(5, 5 + i * 10); c.lineTo(155, 12 + i * 9.3); c.stroke(); }`,
  arcs: `c.lineWidth = 5; c.beginPath(); c.arc(40, 48, 30, 0, 5); c.stroke();
    c.beginPath(); c.arc(115, 48, 34, -1, 2, true); c.lineTo(115, 48); c.closePath(); c.fillStyle = 'teal'; c.fill(); c.stroke();`,
  ellipses: `c.fillStyle = 'purple'; c.beginPath(); c.ellipse(80, 48, 70, 25, 0.4, 0, 7); c.fill();
    c.strokeStyle = 'orange'; c.lineWidth = 4; c.beginPath(); c.ellipse(80, 48, 40, 12, -0.7, 0.3, 4.4); c.stroke();`,
  beziers: `c.lineWidth = 6; c.beginPath(); c.moveTo(10, 80); c.bezierCurveTo(40, -40, 110, 150, 150, 10); c.stroke();
    c.strokeStyle = 'red'; c.lineWidth = 2; c.beginPath(); c.moveTo(10, 10); c.quadraticCurveTo(80, 130, 150, 20); c.stroke();`,
  nonzero: `c.beginPath(); c.moveTo(80, 4); c.lineTo(110, 92); c.lineTo(32, 36); c.lineTo(128, 36); c.lineTo(50, 92); c.closePath(); c.fill();`,
  evenodd: `c.beginPath(); c.moveTo(80, 4); c.lineTo(110, 92); c.lineTo(32, 36); c.lineTo(128, 36); c.lineTo(50, 92); c.closePath(); c.fill('evenodd');
    c.fillStyle = 'blue'; c.beginPath(); c.rect(4, 4, 30, 30); c.rect(10, 10, 18, 18); c.fill('evenodd');`,
  joins: `['miter', 'round', 'bevel'].forEach((join, i) => { c.lineJoin = join; c.lineWidth = 12; c.beginPath();
    c.moveTo(15 + i * 50, 85); c.lineTo(30 + i * 50, 15); c.lineTo(45 + i * 50, 85); c.stroke(); });`,
  caps: `['butt', 'round', 'square'].forEach((cap, i) => { c.lineCap = cap; c.lineWidth = 14; c.beginPath();
    c.moveTo(25, 18 + i * 30); c.lineTo(130, 24 + i * 28); c.stroke(); });`,
  dashes: `c.lineWidth = 4; c.setLineDash([12, 5, 3]); c.lineDashOffset = 4; c.strokeRect(10, 10, 100, 70);
    c.lineCap = 'round'; c.setLineDash([1, 9]); c.beginPath(); c.arc(125, 50, 28, 0, 6); c.stroke();`,
  clip: `c.beginPath(); c.arc(80, 48, 40, 0, 7); c.clip(); c.fillStyle = 'gold'; c.fillRect(0, 0, 160, 96);
    c.beginPath(); c.rect(60, 0, 40, 96); c.clip(); c.fillStyle = 'navy'; c.fillRect(0, 30, 160, 40);`,
  transforms: `c.translate(80, 48); for (let i = 0; i < 8; i++) { c.rotate(Math.PI / 4); c.save(); c.translate(30, 0); c.scale(1.5, 0.6);
    c.fillStyle = 'hsl(' + i * 45 + ', 70%, 50%)'; c.fillRect(-8, -8, 16, 16); c.lineWidth = 3; c.strokeRect(-8, -8, 16, 16); c.restore(); }`,
  linear: `const g = c.createLinearGradient(10, 10, 150, 86); g.addColorStop(0, 'red'); g.addColorStop(0.5, '#ffff00'); g.addColorStop(1, 'rgba(0, 0, 255, 0.3)');
    c.fillStyle = g; c.fillRect(5, 5, 150, 86);`,
  radial: `const g = c.createRadialGradient(60, 40, 5, 90, 50, 50); g.addColorStop(0, '#fff'); g.addColorStop(0.4, '#f80'); g.addColorStop(1, '#004');
    c.fillStyle = g; c.fillRect(0, 0, 160, 96);`,
  conic: `const g = c.createConicGradient(0.5, 80, 48); g.addColorStop(0, '#f00'); g.addColorStop(0.33, '#0f0'); g.addColorStop(0.66, '#00f'); g.addColorStop(1, '#f00');
    c.fillStyle = g; c.beginPath(); c.arc(80, 48, 45, 0, 7); c.fill();`,
  alpha: `c.globalAlpha = 0.4; ['red', 'green', 'blue'].forEach((color, i) => { c.fillStyle = color; c.beginPath(); c.arc(60 + i * 20, 40 + (i % 2) * 20, 28, 0, 7); c.fill(); });`,
  svg: `c.translate(30, 0); c.scale(4, 4); c.fillStyle = '#a11'; c.fill(new Path2D('M12 21.35l-1.45-1.32C5.4 15.36 2 12.28 2 8.5 2 5.42 4.42 3 7.5 3c1.74 0 3.41.81 4.5 2.09C13.09 3.81 14.76 3 16.5 3 19.58 3 22 5.42 22 8.5c0 3.78-3.4 6.86-8.55 11.54L12 21.35z'));
    c.lineWidth = 0.4; c.stroke(new Path2D('M2 20a5 3 20 1 1 8-2T20 12H26V22'));`,
  rounded: `c.fillStyle = '#486'; c.beginPath(); c.roundRect(8, 8, 70, 40, [20, 5, 30]); c.fill(); c.beginPath(); c.roundRect(150, 90, -60, -70, 12); c.lineWidth = 3; c.stroke();
    c.beginPath(); c.moveTo(10, 60); c.arcTo(70, 60, 70, 95, 20); c.arcTo(70, 92, 10, 92, 4); c.stroke();`,
  operations: `['source-atop', 'destination-over', 'xor', 'lighter', 'multiply', 'screen', 'difference', 'destination-out'].forEach((name, i) => {
    const [x, y] = [5 + (i % 4) * 39, 5 + Math.floor(i / 4) * 46]; c.globalCompositeOperation = 'source-over'; c.fillStyle = '#c63'; c.fillRect(x, y, 24, 28);
    c.globalCompositeOperation = name; c.fillStyle = 'rgba(40, 120, 220, 0.8)'; c.fillRect(x + 10, y + 10, 24, 28); });`,
  images: `c.fillStyle = '#06c'; c.fillRect(0, 0, 20, 20); c.fillStyle = '#fc0'; c.beginPath(); c.arc(10, 10, 8, 0, 7); c.fill();
    c.drawImage(c.canvas, 0, 0, 20, 20, 40, 5, 60, 60); c.save(); c.translate(120, 60); c.rotate(0.5); c.drawImage(c.canvas, 0, 0, 20, 20, -20, -15, 40, 30); c.restore();
    c.imageSmoothingEnabled = false; c.drawImage(c.canvas, 0, 0, 20, 20, 2, 40, 36, 36); c.fillStyle = c.createPattern(c.canvas, 'no-repeat'); c.fillRect(0, 0, 30, 96);`,
  'dashes around corners': `c.lineWidth = 12; c.setLineDash([40, 20]); c.strokeStyle = 'red'; c.beginPath(); c.moveTo(20, 20); c.lineTo(120, 20);
    c.lineTo(120, 80); c.lineTo(20, 80); c.closePath(); c.stroke(); c.strokeStyle = 'teal'; c.lineDashOffset = 20; c.strokeRect(60, 40, 30, 20);`,
  'dashes of dots': `c.lineWidth = 12; c.lineCap = 'round'; c.setLineDash([0, 36]); c.strokeRect(8, 8, 144, 72);
    c.setLineDash([0, 0]); c.lineCap = 'butt'; c.strokeRect(60, 30, 40, 30);`,
  'arcs backwards': `c.lineWidth = 6; [[0, 2, true], [2, 0]].forEach(([from, to, back], i) => {
    c.beginPath(); c.arc(30 + i * 45, 48, 14, from * Math.PI, to * Math.PI, back); c.stroke(); });`,
  'negative sizes': `c.fillRect(150, 20, -30, -10); c.lineWidth = 6; c.strokeRect(150, 90, -20, -50); c.beginPath(); c.roundRect(110, 90, -30, -60, [12, 2, 6, 0]); c.fill();
    c.fillStyle = 'red'; c.fillRect(0, 0, 40, 40); c.fillStyle = 'blue'; c.fillRect(0, 0, 20, 20); c.drawImage(c.canvas, 0, 0, 40, 40, 70, 92, -45, -45);`,
  'far away': `c.lineWidth = 4; c.beginPath(); c.moveTo(0, 0); c.lineTo(1e8, 5e7); c.stroke(); c.fillRect(-1e8, 60, 2e8, 5);
    c.beginPath(); c.moveTo(0, 96); c.lineTo(1e8, 96 - 3e7); c.lineTo(1e8, 1e8); c.fill();`,
  'texts as numbers and colours': `c.fillStyle = { toString: () => 'red' }; c.fillRect('10', '10', '40', '40'); c.strokeRect('60', '10', '40', '40');
    c.fillStyle = ['blue']; c.beginPath(); c.rect('110', '10', '40', '40'); c.arc('80', '70', '20', '0', '3'); c.fill(); c.translate('5', '5');
    c.roundRect('10', '60', '30', '25', '5'); c.fill(); c.fillStyle = 17; c.fillRect(120, 60, 20, 20);`,
};
