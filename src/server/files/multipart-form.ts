// Reads the multipart form of an upload: small fields first, then one file, streamed. What counts as the file is the part
// named `file`, not one that happens to carry a file name; a field twice, or anything after the file, is refused.
// [files.upload.denied]
import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { StorageError } from './storage-error.ts';

const maxFields = 20;
const maxFieldBytes = 16_384;
const maxHeaderBytes = 8_192;

export interface MultipartForm {
  /** The fields before the file, names in lower case, and the content as it arrives. */
  readonly file: Promise<{ fields: ReadonlyMap<string, string>; content: Readable }>;
  /** Resolves once the form has come to its proper end after the file. */
  readonly end: Promise<void>;
  /** Reads nothing more; the rest of the body is the caller's to drop. */
  stop(): void;
}

export function readMultipartForm(headers: IncomingHttpHeaders, body: Readable): MultipartForm {
  const parser = openParser(headers);
  const fields = new Map<string, string>();
  const file = openPromise<{ fields: ReadonlyMap<string, string>; content: Readable }>();
  const end = openPromise<void>();
  // Whoever still waits gets the fault; nobody has to.
  file.promise.catch(() => {});
  end.promise.catch(() => {});
  let content: Readable | undefined;

  function stop(): void {
    body.unpipe(parser);
    stopWatching();
  }
  function fail(fault: Error): void {
    stop();
    file.reject(fault);
    end.reject(fault);
    content?.destroy(fault);
  }

  // A body that breaks off never ends the parser by itself.
  const stopWatching = finished(body, { writable: false }, (error) => {
    if (error) fail(new StorageError('malformedPost', { cause: error }));
  });
  parser.on('field', (name: string | undefined, value: string, isNameCut: boolean, isCut: boolean) => {
    const field = name?.toLowerCase();
    if (isNameCut || isCut) fail(new StorageError('fieldsTooLarge'));
    else if (field === undefined || fields.has(field) || content !== undefined)
      fail(new StorageError('policyMismatch'));
    else fields.set(field, value);
  });
  parser.on('file', (_name: string, stream: BusboyFileStream) => {
    // The parser itself reports an early end; on the stream it would be an error nobody listens to.
    stream.on('error', () => {});
    if (content !== undefined) {
      fail(new StorageError('policyMismatch'));
      return;
    }
    content = stream;
    file.resolve({ fields, content: stream });
  });
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail(new StorageError('fieldsTooLarge')));
  }
  parser.on('error', (cause: unknown) => fail(new StorageError('malformedPost', { cause })));
  parser.on('finish', () => {
    if (content === undefined) fail(new StorageError('policyMismatch'));
    else end.resolve();
  });
  body.pipe(parser);
  return { file: file.promise, end: end.promise, stop };
}

function openParser(headers: IncomingHttpHeaders): BusboyInstance {
  // The parser would read URL-encoded forms too.
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw new StorageError('malformedPost');
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fields: maxFields,
        parts: maxFields + 2,
        fieldSize: maxFieldBytes,
        headerSize: maxHeaderBytes,
        headerPairs: 20,
      },
      isPartAFile: (name) => name?.toLowerCase() === 'file',
    });
  } catch (cause) {
    throw new StorageError('malformedPost', { cause });
  }
}

function openPromise<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
