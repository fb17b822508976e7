// The bytes behind a source address: a file, one response, or all pages of a datastore. Knows the portal's manners: which
// agents it lets in, how many rows a page has, which failures pass when one waits (maintained-sets: "What matters most").
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { datastoreUrl, isLoopback, type SourceAddress } from './sources.ts';

export interface FetchOptions {
  readonly report: (text: string) => void;
  /** Only for tests: plain HTTP on this machine. */
  readonly allowsHttp?: boolean;
  /** Between tries, and between pages. */
  readonly pausesMs?: readonly number[];
  readonly maxBytes?: number;
}

export interface SourceFetcher {
  /** Throws SourceError. `hasOneTry`: what may well not be there is not asked for again and again. */
  fetchPages(address: SourceAddress, options?: { hasOneTry?: boolean }): Promise<Uint8Array[]>;
}

export class SourceError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Agents that do not call themselves so get a 403. */
const userAgent = 'datagov-external-client Formstead';
const timeoutMs = 60_000;
const defaultMaxBytes = 67_108_864;
const defaultPausesMs = [1_000, 2_000, 4_000, 8_000];
const pagePauseMs = 200;
/** The portal's own limit; asking for more would silently give less. */
const rowsPerPage = 32_000;
const maxPages = 40;
const passingStatuses = new Set([404, 429, 500, 502, 503, 504]);

export function createSourceFetcher(options: FetchOptions): SourceFetcher {
  const { report, allowsHttp = false, pausesMs = defaultPausesMs, maxBytes = defaultMaxBytes } = options;
  /** A host that could not be reached after every pause is asked once from then on. */
  const deadHosts = new Set<string>();

  async function fetchPages(address: SourceAddress, { hasOneTry = false } = {}): Promise<Uint8Array[]> {
    if (address.url === undefined) return fetchDatastore(await findResource(address));
    try {
      return isDatastore(address.url) ? await fetchDatastore(address.url) : [await fetchOne(address.url, hasOneTry)];
    } catch (error) {
      if (!(error instanceof SourceError) || error.status !== 404 || address.package === undefined) throw error;
      report(`${address.url}: gone, looking it up in its package`);
      return fetchDatastore(await findResource(address));
    }
  }

  async function fetchDatastore(url: string): Promise<Uint8Array[]> {
    const pages: Uint8Array[] = [];
    for (let offset = 0; pages.length < maxPages; ) {
      const pageUrl = new URL(url);
      for (const [name, value] of Object.entries({ limit: rowsPerPage, offset, sort: '_id' })) {
        pageUrl.searchParams.set(name, String(value));
      }
      const page = await fetchOne(pageUrl.href, false);
      pages.push(page);
      const { rows, total } = countRows(page);
      offset += rows;
      // Whether all rows came is for the reader to say; here it is enough that no more come.
      if (rows === 0 || total === undefined || offset >= total) break;
      await sleep(Math.min(pagePauseMs, pausesMs[0] ?? 0));
    }
    return pages;
  }

  async function findResource({ package: place }: SourceAddress): Promise<string> {
    if (place === undefined) throw new SourceError('the source has no address');
    const answer = parseJson(await fetchOne(place.url, false)) as { result?: { resources?: Resource[] } } | undefined;
    const found = (answer?.result?.resources ?? [])
      .filter(({ id, name = '', datastore_active: isActive }) => id && isActive && name.includes(place.nameHas))
      .sort((a, b) => (b.last_modified ?? '').localeCompare(a.last_modified ?? ''))[0];
    if (found?.id === undefined) throw new SourceError(`${place.url}: has no resource named ${place.nameHas}`);
    return datastoreUrl(found.id, place.url.replace(/\/package_show\?.*$/, ''));
  }

  async function fetchOne(url: string, hasOneTry: boolean): Promise<Uint8Array> {
    const { protocol, host } = new URL(url);
    if (protocol === 'file:') {
      report(`reading ${fileURLToPath(url)}`);
      return readFile(url, maxBytes);
    }
    for (let tries = 0; ; tries += 1) {
      report(tries === 0 ? `reading ${nameOf(url)}` : `reading ${nameOf(url)} again`);
      try {
        return await get(url, { allowsHttp, maxBytes });
      } catch (error) {
        const pause = hasOneTry || deadHosts.has(host) ? undefined : pausesMs[tries];
        const mayPass =
          error instanceof SourceError && (error.status === undefined || passingStatuses.has(error.status));
        if (pause === undefined || !mayPass) {
          if (error instanceof SourceError && error.status === undefined && !hasOneTry) deadHosts.add(host);
          throw error;
        }
        report(`${(error as Error).message}; trying again in ${pause / 1000} s`);
        await sleep(pause);
      }
    }
  }

  return { fetchPages };
}

interface Resource {
  readonly id?: string;
  readonly name?: string;
  readonly datastore_active?: boolean;
  readonly last_modified?: string;
}

async function get(url: string, limits: { allowsHttp: boolean; maxBytes: number }): Promise<Uint8Array> {
  let response: Response;
  try {
    const headers = { 'user-agent': userAgent, accept: 'application/json, */*' };
    response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const { cause } = error as Error;
    throw new SourceError(
      `${nameOf(url)}: not reachable (${(cause instanceof Error ? cause : (error as Error)).message})`,
    );
  }
  const reached = new URL(response.url);
  if (reached.protocol !== 'https:' && !(limits.allowsHttp && isLoopback(reached))) {
    await response.body?.cancel();
    throw new SourceError(`${nameOf(url)}: leads to an address that is not https`, 400);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new SourceError(`${nameOf(url)}: answered ${response.status}`, response.status);
  }
  return readBody(response, url, limits.maxBytes);
}

async function readBody(response: Response, url: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new SourceError(`${nameOf(url)}: more than ${maxBytes} bytes`, 413);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`${nameOf(url)}: the answer broke off (${(error as Error).message})`);
  }
  return Buffer.concat(chunks);
}

async function readFile(url: string, maxBytes: number): Promise<Uint8Array> {
  const path = fileURLToPath(url);
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > maxBytes) throw new SourceError(`${path}: more than ${maxBytes} bytes`, 413);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SourceError(
      isMissing ? `${path}: there is no such file` : (error as Error).message,
      isMissing ? 404 : 400,
    );
  }
}

function isDatastore(url: string): boolean {
  return new URL(url).pathname.endsWith('/datastore_search');
}

function countRows(page: Uint8Array): { rows: number; total: number | undefined } {
  const { result } = (parseJson(page) ?? {}) as { result?: { records?: unknown; total?: unknown } };
  return {
    rows: Array.isArray(result?.records) ? result.records.length : 0,
    total: typeof result?.total === 'number' ? result.total : undefined,
  };
}

/** What is not JSON is the reader's to refuse. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Without what paging adds. */
function nameOf(url: string): string {
  return url.replace(/&limit=.*$/, '');
}
