// Sends a GET request to the address of a form's remote validator, with its query-string parameters; the response is JSON. Addresses of the
// service's own API are answered in process: no request leaves, so the guard against internal addresses does not apply. [validation.remote]
// [validation.remote.own]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Config } from './config.ts';
import type { Outbound } from './outbound.ts';

export type FetchForForm = (url: string, qs: Record<string, JsonValue>) => Promise<unknown>;

/**
 * What our own API answers to GET of `path`, such as `/optionsSet/<id>/validate`; undefined when no such path may be asked
 * in process.
 */
export type CallOwnApi = (path: string, query: Readonly<Record<string, unknown>>) => Promise<unknown> | undefined;

const limits = { maxBytes: 1_048_576, timeoutMs: 5_000, accept: 'application/json', isHttpsOnly: false };

export function createFetchForForm(options: {
  config: Pick<Config, 'apiUrl' | 'publicUrl' | 'appUrl'>;
  outbound: Outbound;
  callOwnApi: CallOwnApi;
}): FetchForForm {
  const { config, outbound, callOwnApi } = options;
  // Forms name our API as the fill page reaches it: by its own address, or by a path on the page's origin.
  const ownPrefixes = [`${config.apiUrl}/`, `${config.publicUrl}/v1.0/`, `${config.appUrl}/v1.0/`].map(
    (text) => new URL(text),
  );

  /** Paths of addresses of our own, by address: every submit asks the same ones. */
  const ownPaths = new Map<string, string | undefined>();

  /** Undefined for an address elsewhere, and for one that has parameters of its own. */
  function findOwnPath(address: string): string | undefined {
    if (ownPaths.has(address)) return ownPaths.get(address);
    const url = toUrl(address);
    const path = url.search === '' ? pathBelow(ownPrefixes, url) : undefined;
    if (ownPaths.size >= maxOwnPaths) ownPaths.clear();
    ownPaths.set(address, path);
    return path;
  }

  const toUrl = (address: string) => (address.startsWith('/') ? new URL(address, config.appUrl) : new URL(address));

  return async (address, qs) => {
    const plainPath = findOwnPath(address);
    const plain = plainPath === undefined ? undefined : plainParameters(qs);
    const answered = plain && callOwnApi(plainPath as string, plain);
    if (answered !== undefined) return answered;
    const url = toUrl(address);
    for (const name in qs) url.searchParams.set(name, textOf(qs[name]));
    const path = pathBelow(ownPrefixes, url);
    const own = path === undefined ? undefined : callOwnApi(path, toRecord(url.searchParams));
    if (own !== undefined) return own;
    const { status, body } = await outbound(url.href, limits);
    if (status < 200 || status > 299) throw new Error(`The address of a remote validator answered ${status}.`);
    return JSON.parse(body.toString('utf8')) as unknown;
  };
}

const maxOwnPaths = 1_000;

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The parameters as a query string would bring them; undefined where it might change them. */
function plainParameters(qs: Record<string, JsonValue>): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const name in qs) {
    const text = textOf(qs[name]);
    if (name === '__proto__' || halfPairs.test(text) || halfPairs.test(name)) return undefined;
    parameters[name] = text;
  }
  return parameters;
}

/** A half of such a pair alone would be replaced. */
const halfPairs = /[\ud800-\udfff]/;

/** As the framework reads a query string: a repeated name is a list. */
function toRecord(parameters: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** `/optionsSet/...` for an address of our own API. */
function pathBelow(prefixes: readonly URL[], url: URL): string | undefined {
  const prefix = prefixes.find(({ origin, pathname }) => url.origin === origin && url.pathname.startsWith(pathname));
  return prefix && url.pathname.slice(prefix.pathname.length - 1);
}
