// The typesetting process of a worker: started for the first test service that wants a PDF and used by all that follow. It takes two
// seconds of processor time to start and four to get fast, too much for every file that writes a form with a PDF, and for a second one
// beside it, which would end after a minute without work and start again. Nor does it get fast by itself: most workers want a few PDFs,
// which take less than that. What several do, and how they pass their time, is tested with pools of their own.
import { openPdfMaker, type PdfMaker } from '../../src/server/pdf/pdf-maker.ts';

let shared: PdfMaker | undefined;

/** To be closed by nobody: the process ends with the worker, also where whoever started it was killed. */
export function sharePdfMaker(): PdfMaker {
  shared ??= open();
  return { ...shared, close: async () => {} };
}

function open(): PdfMaker {
  const maker = openPdfMaker({
    workers: 1,
    warmsUp: false,
    log: { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
  });
  process.once('disconnect', () => void maker.close());
  return maker;
}
