// The QR code of a link: shown, and downloaded for print (SVG) and for documents (PNG).
import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';

/** The standard asks for four modules of white around the code. */
const quietModules = 4;
const pngPixelsPerModule = 16;

export function QrCode({ text, name }: { text: string; name: string }) {
  const t = useTexts('forms/share');
  const { size, path } = useQr(text);
  const fileName = name.replace(/[\\/:*?"<>|\p{C}]/gu, '_').slice(0, 80);
  const saveSvg = () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    save(new Blob([svg], { type: 'image/svg+xml' }), `${fileName}.svg`);
  };
  const savePng = () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size * pngPixelsPerModule;
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(pngPixelsPerModule, pngPixelsPerModule);
    context.fillStyle = '#000000';
    context.fill(new Path2D(path));
    canvas.toBlob((blob) => blob !== null && save(blob, `${fileName}.png`), 'image/png');
  };
  return (
    <div class="qr">
      <QrPicture text={text} label={t('qrName')} />
      <div class="stack tight">
        <Button icon="download" onPress={saveSvg}>
          {t('svg')}
        </Button>
        <Button icon="download" onPress={savePng}>
          {t('png')}
        </Button>
      </div>
    </div>
  );
}

/** The code alone; black on white, whatever the colors of the page. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useQr(text);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function useQr(text: string): { size: number; path: string } {
  return useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietModules });
    return { size, path: darkModules(data) };
  }, [text]);
}

/** One rectangle for each run of dark modules in a line. */
function darkModules(lines: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, line] of lines.entries()) {
    for (let x = 0; x < line.length; x += 1) {
      if (!line[x]) continue;
      const start = x;
      while (line[x + 1]) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return path;
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
