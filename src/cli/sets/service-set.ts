// Options sets of a service: their names, and by its fingerprint whether one has the options that another has. [options-sets.fingerprint]
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';

export interface ServiceSet {
  readonly id: string;
  readonly name: string;
  readonly isMaintained: boolean;
  readonly allowsAutocomplete: boolean;
  readonly count: number;
}

export interface Fingerprint {
  readonly count: number;
  readonly sha256: string;
  /** For If-Match. */
  readonly etag: string;
}

/** Undefined when the caller's account has no such set. */
export async function findServiceSet(setId: string, { api }: FormsteadClient): Promise<ServiceSet | undefined> {
  const params = { path: { setId } };
  try {
    const { data: set } = await api.GET('/optionsSet/{setId}', { params });
    const { data: summary } = await api.GET('/optionsSet/{setId}/summary', { params });
    const { isMaintained = false, allowsAutocomplete = true, count = 0 } = summary ?? {};
    return { id: setId, name: set?.name ?? '', isMaintained, allowsAutocomplete, count };
  } catch (error) {
    if (error instanceof FormsteadError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

export async function getFingerprint(setId: string, { api }: FormsteadClient): Promise<Fingerprint> {
  const { data, response } = await api.GET('/optionsSet/{setId}/fingerprint', { params: { path: { setId } } });
  return { count: data?.count ?? 0, sha256: data?.sha256 ?? '', etag: response.headers.get('etag') ?? '' };
}

const pageSize = 1_000;

/** Of the account, oldest first. */
export async function listSetsNamed(name: string, { api }: FormsteadClient): Promise<string[]> {
  const { data: me } = await api.GET('/me');
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const fields = JSON.stringify(['id', 'name', 'account']);
    const { data } = await api.GET('/optionsSet', {
      params: { query: { fields, limit: pageSize, ...(after && { after }) } },
    });
    const page = (data?.data ?? []) as { id: string; name: string; account: string }[];
    for (const set of page) if (set.name === name && set.account === me?.account) ids.push(set.id);
    if (page.length < pageSize) return ids;
    after = page.at(-1)?.id;
  }
}
