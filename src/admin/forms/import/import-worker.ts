// Reads a file beside the page, which goes on answering presses whatever is in it; ended when nobody waits for it any more.
import { answerImport, type ImportRequest } from '../../../import-forms/answer-import.ts';

self.onmessage = async ({ data }: MessageEvent<ImportRequest>) => {
  postMessage(await answerImport(data));
};
