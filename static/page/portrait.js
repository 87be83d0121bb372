// Draws the result of a match as an upright picture on the phone itself, so that sharing needs no network and never waits.
// It looks like the picture of the server (games/export/portrait.py), in the letters of the phone.

const WIDTH = 1080, HEIGHT = 1350;
const EDGE = 64, GAP = 16;
const TOP = 360, FOOT = 96; // the upper edge of the rows, and the room below them
const BAND = 8; // the height of the golden band
const TALLEST = 260; // of a row
const LARGE = 180; // from this height on a row has larger letters
const SMALLEST = 0.6; // of the regular size; longer texts are cut
const SMALLEST_TOTAL = 0.3; // a number must not be cut
const SPACING = 1.15; // of lines
// As in the light theme of look.css: people who receive the picture have themes of their own.
const FELT = '#1f5a41', DEEP = '#184935', ON_FELT = '#fdf8ea', ON_FELT_SOFT = '#d3e2d4';
const CARD = '#fffdf7', INK = '#23251e', SOFT = '#5a5643', GOLD = '#f2cb6c', SHADOW = '#123a2a';

/**
 * @typedef {{ place: string, name: string, total: string }} Row
 * @typedef {{ heading: string, note: string, result: string, rows: Row[] }} Content
 * @typedef {{ size: number, colour: string, isBook?: boolean, isBold?: boolean, atRight?: boolean, lines?: number, least?: number }} Style
 */

// Break a text between words; the last line takes the rest.
function breakLines(pen, text, width, most) {
  const lines = [''];
  for (const word of text.match(/[^\s-]*[\s-]|[^\s-]+/g) ?? []) {
    const longer = lines.at(-1) + word;
    if (lines.at(-1) && lines.length < most && pen.measureText(longer.trimEnd()).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map(line => line.trim());
}

// Cut a line between letters, however many code units a letter has.
function cutLine(pen, line, width) {
  const letters = Array.from(line);
  while (letters.length && pen.measureText(letters.join('') + '…').width > width) letters.pop();
  return letters.join('').trimEnd() + '…';
}

/**
 * Draw a text in the largest size that fits into its box, vertically centred.
 * @param {CanvasRenderingContext2D} pen
 * @param {[number, number, number, number]} box left, top, right, bottom
 * @param {string} text
 * @param {Style} style
 */
function write(pen, [left, top, right, bottom], text, { size, colour, isBook, isBold, atRight, lines: most = 1, least = SMALLEST }) {
  const width = right - left;
  const families = getComputedStyle(document.documentElement).getPropertyValue(isBook ? '--book' : '--sans') || 'serif';
  const smallest = Math.floor(size * least);
  let lines = [''];
  let letterSize = size;
  for (; letterSize >= smallest; letterSize -= 2) {
    pen.font = `${isBook || isBold ? 600 : 400} ${letterSize}px ${families}`;
    const possible = Math.max(1, Math.min(most, Math.floor((bottom - top) / letterSize / SPACING)));
    lines = breakLines(pen, text, width, possible);
    if (lines.every(line => pen.measureText(line).width <= width)) break;
  }
  const step = Math.floor(letterSize * SPACING);
  const first = (top + bottom) / 2 - step * (lines.length - 1) / 2;
  pen.fillStyle = colour;
  pen.textBaseline = 'middle';
  pen.textAlign = atRight ? 'right' : 'left';
  lines.forEach((line, number) => {
    const words = pen.measureText(line).width <= width ? line : cutLine(pen, line, width);
    pen.fillText(words, atRight ? right : left, first + number * step);
  });
}

// Draw a card with round corners; a browser without them draws the corners square.
function drawCard(pen, [left, top, right, bottom], colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  if (pen.roundRect) pen.roundRect(left, top, right - left, bottom - top, 18);
  else pen.rect(left, top, right - left, bottom - top);
  pen.fill();
}

function drawRow(pen, [left, top, right, bottom], { place, name, total }) {
  drawCard(pen, [left, top + 5, right, bottom + 5], SHADOW);
  drawCard(pen, [left, top, right, bottom], place === '1' ? GOLD : CARD);
  drawCard(pen, [left, top + BAND, right, bottom], CARD);
  const isLarge = bottom - top - BAND > LARGE;
  const begins = left + (place ? 132 : 28);
  const middle = right - (isLarge ? 330 : 290);
  const upper = top + BAND;
  write(pen, [left + 28, upper, begins, bottom], place, { size: isLarge ? 72 : 52, colour: SOFT, isBook: true });
  write(pen, [begins, upper, middle, bottom], name, { size: isLarge ? 56 : 40, colour: INK, isBold: true, lines: isLarge ? 3 : 2 });
  write(pen, [middle + 16, upper, right - 28, bottom], total, { size: isLarge ? 110 : 60, colour: INK, isBook: true, atRight: true, least: SMALLEST_TOTAL });
}

/**
 * Return the picture as a PNG file.
 * @param {Content} content
 * @returns {Promise<Blob | null>}
 */
export function drawPortrait({ heading, note, result, rows }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  const felt = pen.createLinearGradient(0, 0, 0, HEIGHT);
  felt.addColorStop(0, FELT);
  felt.addColorStop(1, DEEP);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, [EDGE, 48, WIDTH - EDGE, 196], heading, { size: 68, colour: ON_FELT, isBook: true, lines: 2 });
  write(pen, [EDGE, 200, WIDTH - EDGE, 250], note, { size: 34, colour: ON_FELT_SOFT });
  write(pen, [EDGE, 262, WIDTH - EDGE, 336], result, { size: 44, colour: ON_FELT, isBold: true, lines: 2 });
  const height = Math.min(TALLEST, (HEIGHT - TOP - FOOT - GAP * (rows.length - 1)) / rows.length);
  rows.forEach((row, number) => {
    const top = TOP + number * (height + GAP);
    drawRow(pen, [EDGE, top, WIDTH - EDGE, top + height], row);
  });
  write(pen, [EDGE, HEIGHT - 76, WIDTH - EDGE, HEIGHT - 32], 'Scorekeeper', { size: 34, colour: ON_FELT_SOFT, isBold: true, atRight: true });
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
}
