// GET of an address that a form's remote validator chose, with its query-string parameters; the answer is JSON. Addresses of
// our own API are answered in process: no request leaves, so no guard against inside addresses is in the way.
// [validation.remote] [validation.remote.own]
import type { JsonValue } from '../core/form-definition.ts';
import type { Config } from './config.ts';
import type { Outbound } from './outbound.ts';

export type FetchForForm = (url: string, qs: Record<string, JsonValue>) => Promise<unknown>;

/**
 * What our own API answers to GET of `path`, such as `/optionsSet/<id>/validate`; undefined when no such path may be asked
 * in process.
 */
export type CallOwnApi = (path: string, query: URLSearchParams) => Promise<unknown> | undefined;

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

  return async (address, qs) => {
    const url = address.startsWith('/') ? new URL(address, config.appUrl) : new URL(address);
    for (const [name, value] of Object.entries(qs)) {
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const path = pathBelow(ownPrefixes, url);
    const own = path === undefined ? undefined : callOwnApi(path, url.searchParams);
    if (own !== undefined) return own;
    const { status, body } = await outbound(url.href, limits);
    if (status < 200 || status > 299) throw new Error(`The address of a remote validator answered ${status}.`);
    return JSON.parse(body.toString('utf8')) as unknown;
  };
}

/** `/optionsSet/...` for an address of our own API. */
function pathBelow(prefixes: readonly URL[], url: URL): string | undefined {
  const prefix = prefixes.find(({ origin, pathname }) => url.origin === origin && url.pathname.startsWith(pathname));
  return prefix && url.pathname.slice(prefix.pathname.length - 1);
}
