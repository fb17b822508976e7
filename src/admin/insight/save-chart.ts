// A chart as a file: a picture that scales, a picture of pixels, or the numbers.
import { downloadText, saveFile } from '../ui/download-text.ts';
import { type ChartTable, chartCsv } from './chart-csv.ts';
import { type ChartPicture, drawPicture, type MeasureText, type PictureTools } from './chart-picture.ts';

export type ChartFile = 'svg' | 'png' | 'csv';

const scale = 2;

export async function saveChart(
  file: ChartFile,
  chart: { readonly picture: ChartPicture; readonly table: ChartTable },
  direction: PictureTools['direction'],
): Promise<void> {
  const name = `${fileName(chart.picture.title)}.${file}`;
  if (file === 'csv') return downloadText(name, 'text/csv', chartCsv(chart.table));
  const { svg, width, height } = drawPicture(chart.picture, { direction, measure: createMeasure() });
  if (file === 'svg') return downloadText(name, 'image/svg+xml', svg);
  const image = new Image(width, height);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (content !== null) saveFile(name, content);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function createMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (context === null) return text.length * 8;
    context.font = font;
    return context.measureText(text).width;
  };
}

const longestName = 80;

/** Without signs that file systems refuse. */
function fileName(title: string): string {
  const plain = title.replace(/[\u0000-\u001f\\/:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  return [...plain].slice(0, longestName).join('').trim() || 'chart';
}
