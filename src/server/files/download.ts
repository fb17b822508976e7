// GET and HEAD of a signed download link. 403 when the file is deleted. Whatever a file holds, it runs nothing in a page.
// [files.download] [files.download.ends]
import type { Readable } from 'node:stream';
import type { Services } from '../base/services.ts';
import { contentDisposition, signedDisposition } from '../http/content-disposition.ts';
import { type FileRow, findFile } from '../store/files/files.ts';
import { readByteRange } from './byte-range.ts';
import { findLinkFault } from './signed-url.ts';
import type { Storage } from './storage/storage.ts';
import { StorageError } from './storage-error.ts';

export interface DownloadRequest {
  readonly method: 'GET' | 'HEAD';
  readonly key: string;
  readonly expires: string;
  readonly signature: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** A script of a page reads it: the store would have to allow that page. */
  readonly isOfScript: boolean;
}

export interface DownloadResponse {
  readonly status: 200 | 206 | 302 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Missing for HEAD, 302 and 304. */
  readonly content: Readable | undefined;
}

export async function download(
  request: DownloadRequest,
  services: Pick<Services, 'clock' | 'db' | 'secrets' | 'storage'>,
): Promise<DownloadResponse> {
  const fault = findLinkFault(request, services);
  if (fault !== undefined) throw new StorageError(fault === 'expired' ? 'linkExpired' : 'accessDenied');
  const file = await findFile(services.db.sql, request.key);
  // S3 too says no more than this of what is not there to a stranger.
  if (file?.state !== 'stored') throw new StorageError('accessDenied');

  const etag = `"${file.etag}"`;
  const headers = headersOf(file, etag);
  if (isMatched(request.ifNoneMatch, etag)) return { status: 304, headers, content: undefined };

  if (request.method === 'GET' && !request.isOfScript && services.storage.signDownload !== undefined) {
    return sendToStore(file, services.storage.signDownload);
  }
  const isRangeCurrent = request.ifRange === undefined || request.ifRange === etag;
  const range = isRangeCurrent ? readByteRange(request.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    throw new StorageError('invalidRange', { headers: { 'content-range': `bytes */${file.size}` } });
  }
  const content = await openContent(request, range, services);
  if (range === undefined) {
    return { status: 200, headers: { ...headers, 'content-length': String(file.size) }, content };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${file.size}`,
    },
    content,
  };
}

/** The store knows ranges too. Who asks again asks us again, so that a file that has ended is gone. [files.download.direct] */
async function sendToStore(
  file: FileRow,
  signDownload: NonNullable<Storage['signDownload']>,
): Promise<DownloadResponse> {
  const location = await signDownload(file.storageKey, {
    contentType: typeOf(file),
    contentDisposition: signedDisposition(file),
    contentEncoding: file.contentEncoding,
  });
  const headers = {
    location,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
  };
  return { status: 302, headers, content: undefined };
}

async function openContent(
  { method, key }: DownloadRequest,
  range: { start: number; end: number } | undefined,
  { storage }: Pick<Services, 'storage'>,
): Promise<Readable | undefined> {
  if (method === 'HEAD') {
    if ((await storage.stat(key)) === undefined) throw new StorageError('accessDenied');
    return undefined;
  }
  const found = await storage.read(key, range);
  if (found === undefined) throw new StorageError('accessDenied');
  return found.stream;
}

function headersOf(file: FileRow, etag: string): Record<string, string> {
  const isPdf = /^application\/pdf\b/i.test(file.contentType);
  return {
    'content-type': typeOf(file),
    'content-disposition': contentDisposition(file),
    ...(file.contentEncoding === null ? {} : { 'content-encoding': file.contentEncoding }),
    etag,
    'accept-ranges': 'bytes',
    'last-modified': new Date(file.createTime).toUTCString(),
    // Asked again each time, so that a deleted file is gone at once.
    'cache-control': 'private, no-cache',
    'content-security-policy': isPdf ? pdfPolicy : filePolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

const unknownType = 'application/octet-stream';

function typeOf({ contentType }: FileRow): string {
  return isHeaderText(contentType) ? contentType : unknownType;
}

/** A type that was taken when odder ones were still taken makes no download fail. */
function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(text);
}

const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
/** A browser's own PDF viewer does not start in a sandbox. */
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";

function isMatched(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
