// GET of an address that a form chose: remote validators and options sets. As the server reads such addresses: only a path is
// relative to the page.
import { fetchJson } from './call-api.ts';

export async function requestJson(url: string, qs: object): Promise<unknown> {
  return fetchJson(formAddress(url, qs, location.origin));
}

export function formAddress(url: string, qs: object, origin: string): string {
  const address = url.startsWith('/') ? new URL(url, origin) : new URL(url);
  for (const [name, value] of Object.entries(qs)) {
    if (value === undefined || value === null) continue;
    address.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return address.href;
}
