/** What is written above a saved chart. */
interface Heading {
  title: string;
  caption: readonly string[];
}

interface DrawnSvg {
  file: Blob;
  text: string;
  width: number;
  height: number;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** What a style sheet gives an element, and a file must carry itself. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'direction',
] as const;
const MARGIN = 16;
const LINE_HEIGHT = 20;
/** Pixels of a picture for each of the screen, so that it is sharp in print. */
const PNG_SCALE = 2;

/** Returns the chart as a file that looks the same without this page: its colours and typefaces are written into it. */
export function drawSvg(chart: SVGSVGElement, { title, caption }: Heading): DrawnSvg {
  const { width: chartWidth, height: chartHeight } = chart.getBoundingClientRect();
  const head = (caption.length + 1) * LINE_HEIGHT + MARGIN;
  const [width, height] = [chartWidth + 2 * MARGIN, chartHeight + head + 2 * MARGIN];
  const page = getComputedStyle(document.documentElement);
  const token = (name: string) => page.getPropertyValue(name).trim();
  const isRtl = document.documentElement.dir === 'rtl';

  const root = element('svg', { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(element('rect', { width, height, fill: token('--wv-surface') }));
  [title, ...caption].forEach((line, at) => {
    const text = element('text', {
      x: isRtl ? width - MARGIN : MARGIN,
      y: MARGIN + (at + 0.7) * LINE_HEIGHT,
      direction: isRtl ? 'rtl' : 'ltr',
      fill: token(at === 0 ? '--wv-text' : '--wv-text-2'),
      'font-family': getComputedStyle(document.body).fontFamily,
      'font-size': at === 0 ? 15 : 12,
      'font-weight': at === 0 ? 600 : 400,
    });
    text.textContent = line;
    root.append(text);
  });
  const copy = copyWithStyles(chart);
  for (const [name, value] of Object.entries({ x: MARGIN, y: head + MARGIN, width: chartWidth, height: chartHeight }))
    copy.setAttribute(name, String(value));
  root.append(copy);
  const text = new XMLSerializer().serializeToString(root);
  return { file: new Blob([text], { type: 'image/svg+xml' }), text, width, height };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

function copyWithStyles(chart: SVGSVGElement): Element {
  const copy = chart.cloneNode(true) as Element;
  const [drawn, copied] = [
    [chart, ...chart.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  copied.forEach((one, at) => {
    const original = drawn[at];
    if (!original) return;
    const style = getComputedStyle(original);
    one.removeAttribute('class');
    one.removeAttribute('style');
    for (const name of STYLES) one.setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

/** Returns the same as a PNG. */
export async function drawPng({ text, width, height }: DrawnSvg): Promise<Blob> {
  const picture = new Image();
  // A data address, because the page may show pictures from nowhere else.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PNG_SCALE;
  canvas.height = height * PNG_SCALE;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png');
  });
}
