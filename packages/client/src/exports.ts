// A table of entries: asks for it, tells how far it is, and gives the file as a stream. [conventions.client.exports]
import type { Connection, Schemas } from './client.ts';
import { errorOf } from './errors.ts';
import type { operations } from './schema.ts';

type ExportOperation = operations['exportEntries'];

export type ExportRequest = Omit<ExportOperation['requestBody']['content']['application/json'], 'query'> & {
  readonly form: string;
  readonly format: 'csv' | 'xlsx' | 'pdf';
  /** Labels instead of codes. */
  readonly labels?: boolean;
  /** Which entries of the form. */
  readonly query?: Omit<Schemas['EntryFilter'], 'form'>;
};

export interface ExportOptions {
  readonly onProgress?: (progress: { rowsDone: number; rowsTotal: number }) => void;
  readonly signal?: AbortSignal;
}

const askEvery = 1000;

export async function runExport(
  { api, fetch }: Connection,
  { form, format, labels, query, ...body }: ExportRequest,
  { onProgress, signal }: ExportOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const progressId = newId();
  const timer = onProgress && setInterval(tell, askEvery);
  let link: string;
  try {
    const { data } = await api.POST('/entry/export', {
      params: { query: { format, progressId, ...(labels !== undefined && { labels }) } },
      body: { ...body, query: { ...query, form } },
      ...(signal && { signal }),
    });
    link = (data as { url: string }).url;
  } finally {
    clearInterval(timer);
  }
  await tell();
  const response = await fetch(new Request(link, { ...(signal && { signal }) }));
  if (!response.ok) throw await errorOf(response);
  return response.body as ReadableStream<Uint8Array>;

  async function tell(): Promise<void> {
    if (onProgress === undefined) return;
    try {
      const { data } = await api.GET('/entry/export/{progressId}/progress', { params: { path: { progressId } } });
      if (data !== undefined) onProgress({ rowsDone: data.rowsDone, rowsTotal: data.rowsTotal });
    } catch {
      // It may not have begun. What went wrong with the export, the export itself says.
    }
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
