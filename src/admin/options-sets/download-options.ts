// All options of a set as a file on the person's device. The session is known only to requests of the app itself, so a plain link
// would not do. [options-sets.download]
import { ApiError } from '../../client/call-api.ts';
import type { AdminApi } from '../admin-api.ts';
import { saveFile } from '../ui/download-text.ts';

export interface OptionsDownload {
  readonly api: AdminApi;
  /** Of the API on the page's origin. */
  readonly address: string;
  readonly set: string;
  readonly name: string;
  readonly format: 'csv' | 'json';
}

export async function downloadOptions({ name, format, ...asked }: OptionsDownload): Promise<void> {
  saveFile(`${name}.${format}`, await fetchOptions({ ...asked, format }));
}

/** Rejects with ApiError, or as `signal` says. */
export async function fetchOptions({
  api,
  address,
  set,
  format,
  signal,
}: Omit<OptionsDownload, 'name'> & { signal?: AbortSignal }): Promise<Blob> {
  // Whoever has to sign in again is asked here.
  await api.call(`/optionsSet/${set}`, signal && { signal });
  const url = `${address}/optionsSet/${set}/download?format=${format}`;
  try {
    const response = await fetch(url, { headers: { 'x-formstead-app': 'admin' }, ...(signal && { signal }) });
    if (!response.ok) throw new ApiError(response.status);
    return await response.blob();
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError(0);
  }
}
