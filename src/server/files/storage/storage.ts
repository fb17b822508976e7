// Where the bytes of files are kept: a folder or an S3-compatible store, behind one interface and one contract suite
// (test/contract/storage.test.ts). Content is never overwritten: an upload policy may be replayed.
// [files.storage]
import type { Readable } from 'node:stream';
import type { DirectHeaders } from './sign-s3-download.ts';

export interface StoredObject {
  readonly size: number;
  readonly contentType: string;
  /** Without quotes. */
  readonly etag: string;
}

/** Both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Storage {
  /** Writes once: throws StorageKeyTakenError when the key exists. Atomic and durable; a broken stream leaves nothing behind. */
  put(key: string, content: Readable | Buffer, options: { contentType: string; size: number }): Promise<StoredObject>;
  stat(key: string): Promise<StoredObject | undefined>;
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; object: StoredObject } | undefined>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /**
   * At most `limit` of the keys that are stored, in an order of the store's own; `after` is `next` of the page before. What
   * comes or goes meanwhile may be in it or not; anything else in the store is passed over.
   */
  list(page: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredKeys>;
  /** Removes what writers that ended before `before` left half done. Answers how many. */
  removeUnfinished(before: number): Promise<number>;
  /** Uploads that go to the store itself; missing where they come through the service. [files.upload.direct] */
  readonly direct?: DirectUploads;
  /** An address of the store itself for one download; missing where people do not reach the store. [files.download.direct] */
  signDownload?(key: string, headers: DirectHeaders): Promise<string>;
}

export interface DirectUploads {
  /** An address that takes one PUT of exactly this type and size, to be taken later. */
  sign(key: string, file: { contentType: string; size: number }): Promise<{ url: string; seconds: number }>;
  /** What has arrived and was not taken yet. */
  find(key: string): Promise<{ size: number; etag: string } | undefined>;
  /** Makes what arrived, if it is still the same, the object with this key. */
  take(key: string, file: { etag: string; contentType: string; size: number }): Promise<StoredObject>;
  drop(key: string): Promise<void>;
}

export interface StoredKeys {
  readonly keys: readonly string[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

export class StorageKeyTakenError extends Error {
  override readonly name = 'StorageKeyTakenError';

  constructor(key: string) {
    super(`There already is an object with the key ${key}.`);
  }
}

/** The stream ended too early or went on for too long: what it brought is not what was announced. */
export class ContentSizeError extends Error {
  override readonly name = 'ContentSizeError';

  constructor(key: string, sizes: { announced: number; actual: number }) {
    super(`The content of ${key} has ${sizes.actual} bytes, but ${sizes.announced} were announced.`);
  }
}

declare module '../../base/services.ts' {
  interface Services {
    readonly storage: Storage;
  }
}
