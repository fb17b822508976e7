// The text of a PDF, as a reader program finds it. Words in any direction come in reading order.
import { extractText } from 'unpdf';

export async function readPdf(content: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(new Uint8Array(content), { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), pages: totalPages };
}
