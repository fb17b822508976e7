// The client: every operation of the API with its types (`api`), and above it what programs do most. [conventions.client] [conventions.client.submit]
import createApi, { type Client } from 'openapi-fetch';
import { type Changes, type ChangesOptions, followChanges } from './changes.ts';
import { errorOf } from './errors.ts';
import { type ExportOptions, type ExportRequest, runExport } from './exports.ts';
import { type FileObject, type UploadOptions, uploadFile } from './files.ts';
import { type Fetch, type RetryOptions, retrying } from './retry.ts';
import type { components, paths } from './schema.ts';

export type Schemas = components['schemas'];
export type Entry<Data = Schemas['Entry']['data']> = Omit<Schemas['Entry'], 'data'> & { data: Data };

export interface ClientOptions {
  /** Where the service is: `https://forms.example.com`, with or without `/v1.0`. */
  readonly url: string;
  /** Of a server. Pages of other sites cannot send it. */
  readonly apiKey?: string;
  /** A login token, instead of a key. */
  readonly token?: string;
  readonly retry?: RetryOptions;
  /** Instead of the fetch of the platform. */
  readonly fetch?: Fetch;
}

export interface ListOptions {
  readonly query?: Schemas['EntryFilter'];
  /** Only these properties; without it whole entries. */
  readonly fields?: readonly string[];
  /** Entries of one request; 500 unless told otherwise, at most 2,000. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

export interface NewEntry<Data> {
  readonly form: string;
  readonly data: Data;
  readonly skipEmails?: boolean;
  readonly skipRenders?: boolean;
  readonly skipUiActions?: boolean;
  readonly testEmailAddress?: string;
}

export interface SubmitOptions {
  /** A key of your own, to send the same entry again after a restart; without it a new one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface FormsteadClient {
  /** Every operation: `api.GET('/form/{formId}', {params: {path: {formId}}})`. Rejects with FormsteadError. */
  readonly api: Client<paths>;
  readonly entries: {
    /** Every entry that a query matches, oldest first, page after page. */
    list<Data = Schemas['Entry']['data']>(options?: ListOptions): AsyncGenerator<Entry<Data>, void, undefined>;
    /** What was changed or deleted, each change once: docs of ChangesOptions. */
    changes(options?: ChangesOptions): AsyncGenerator<Changes, void, undefined>;
    /** Makes one entry, however often the request has to be sent. */
    submit<Data extends object>(entry: NewEntry<Data>, options?: SubmitOptions): Promise<Schemas['SubmittedEntry']>;
    get<Data = Schemas['Entry']['data']>(entryId: string, options?: { signal?: AbortSignal }): Promise<Entry<Data>>;
  };
  readonly files: {
    /** Stores a file for a field of the form; put what comes back into a list under the name of the field. */
    upload(formId: string, file: Blob, options?: UploadOptions): Promise<FileObject>;
  };
  readonly exports: {
    /** A table of entries as a stream. */
    run(request: ExportRequest, options?: ExportOptions): Promise<ReadableStream<Uint8Array>>;
  };
}

/** What the parts of the client share. */
export interface Connection {
  readonly api: Client<paths>;
  readonly fetch: Fetch;
  readonly retry: RetryOptions;
}

export function createClient(options: ClientOptions): FormsteadClient {
  const connection = connect(options);
  const { api } = connection;
  return {
    api,
    entries: {
      list: (list) => listEntries(api, list),
      changes: (changes) => followChanges(connection, changes),
      submit: async (entry, { idempotencyKey = crypto.randomUUID(), signal } = {}) => {
        const { data } = await api.POST('/entry/submit', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: entry as Parameters<typeof api.POST<'/entry/submit', never>>[1] extends { body: infer Body }
            ? Body
            : never,
          ...(signal && { signal }),
        });
        return data as Schemas['SubmittedEntry'];
      },
      get: async (entryId, { signal } = {}) => {
        const { data } = await api.GET('/entry/{entryId}', {
          params: { path: { entryId } },
          ...(signal && { signal }),
        });
        return data as never;
      },
    },
    files: { upload: (formId, file, upload) => uploadFile(connection, formId, file, upload) },
    exports: { run: (request, run) => runExport(connection, request, run) },
  };
}

function connect({
  url,
  apiKey,
  token,
  retry = {},
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): Connection {
  const base = url.replace(/\/+$/, '');
  const api = createApi<paths>({
    baseUrl: /\/v1\.0$/.test(base) ? base : `${base}/v1.0`,
    fetch: retrying(fetch, retry),
    headers: { ...(apiKey && { 'x-api-key': apiKey }), ...(token && { authorization: token }) },
  });
  api.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw await errorOf(response);
    },
  });
  return { api, fetch: retrying(fetch, retry), retry };
}

const defaultPageSize = 500;

async function* listEntries(
  api: Client<paths>,
  { query, fields, pageSize = defaultPageSize, signal }: ListOptions = {},
): AsyncGenerator<never, void, undefined> {
  let after: string | undefined;
  do {
    const { data, response } = await api.GET('/entry', {
      params: {
        query: {
          ...(query && { query: JSON.stringify(query) }),
          ...(fields && { fields: JSON.stringify(fields) }),
          ...(after && { after }),
          limit: pageSize,
        },
      },
      ...(signal && { signal }),
    });
    yield* (data?.data ?? []) as never[];
    after = nextPage(response);
  } while (after !== undefined);
}

/** The cursor of the Link header; undefined on the last page. */
export function nextPage(response: Response): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
  return address === undefined ? undefined : (new URL(address).searchParams.get('after') ?? undefined);
}
