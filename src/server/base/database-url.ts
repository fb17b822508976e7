// Reads DATABASE_URL: which hosts it names, and which kind of server is wanted. Formstead writes, so it wants the primary; only
// DATABASE_READ_URL leads to standbys. [running.several-hosts] [running.read-url]

export interface DatabaseUrl {
  /** For connection-address.ts. */
  readonly url: string;
  /** `host:port` of each server, without password, for messages. */
  readonly hosts: readonly string[];
  /** True when the address itself says whether statements are prepared by name. */
  readonly saysPrepare: boolean;
}

/** What for: to write, on the primary, or only to read, on a standby. */
export type DatabaseUse = 'write' | 'read';

/** The name of the kind of server in an address. */
export const serverKind = { write: 'primary', read: 'standby' } as const;

export class DatabaseUrlError extends Error {}

const defaultPort = '5432';

/** Several hosts (postgres://a:5432,b:5432/db) are not a valid URL to the URL class: each is checked by itself. */
export function readDatabaseUrl(text: string, use: DatabaseUse = 'write'): DatabaseUrl {
  const parts = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)[^?#]*(?:\?([^#]*))?$/.exec(text);
  if (parts === null || /\s/.test(text)) {
    throw new DatabaseUrlError('must start with postgres:// or postgresql://');
  }
  const [, authority = '', query = ''] = parts;
  // Whatever is between would be taken for a host, and shown as one.
  if (authority.includes('@') || (text.includes('@') && !/^[^:]+:\/\/[^@/?#]*@/.test(text))) {
    throw new DatabaseUrlError('has a user or password with @, /, ? or # in it: write %40, %2F, %3F and %23 for these');
  }
  const hosts = authority.split(',').map((host) => readHost(decode(host)));
  const parameters = new URLSearchParams(query);
  return {
    url: withKind(text, parameters.get('target_session_attrs'), use),
    hosts,
    saysPrepare: parameters.has('prepare'),
  };
}

/** The address of each server by itself: to ask every one, whatever kind it is. */
export function listServers(text: string): { readonly host: string; readonly url: string }[] {
  const { hosts } = readDatabaseUrl(text.replace(kindPattern, '$1'));
  const [, start = '', authority = '', rest = ''] = /^([^:]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const url = (host: string) => `${start}${host}${rest.replace(kindPattern, '$1')}`;
  return authority.split(',').map((host, at) => ({ host: hosts[at] as string, url: url(host) }));
}

const kindPattern = /([?&])target_session_attrs=[^&#]*/g;

function decode(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    throw new DatabaseUrlError(`names the host "${host}", which is not a host name with an optional port`);
  }
}

function readHost(text: string): string {
  if (text.startsWith('/') || text === '') return text || `localhost:${defaultPort}`;
  const found = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text);
  const port = Number(found?.[2] ?? defaultPort);
  if (found === null || port < 1 || port > 65_535) {
    throw new DatabaseUrlError(`names the host "${text}", which is not a host name with an optional port`);
  }
  return `${found[1]}:${port}`;
}

/**
 * A hot standby passes for `read-write` where only default_transaction_read_only is looked at, which is off there. Connections to a
 * standby are refused whatever the address says, so that no write ever meets one.
 */
function withKind(text: string, wanted: string | null, use: DatabaseUse): string {
  if (wanted === null) return text;
  if (!fitting[use].includes(wanted)) {
    const reason = use === 'write' ? 'Formstead writes' : 'it is only read from';
    throw new DatabaseUrlError(
      `asks for target_session_attrs=${wanted}, but ${reason}: leave it out, or say ${serverKind[use]}`,
    );
  }
  return text.replace(kindPattern, `$1target_session_attrs=${serverKind[use]}`);
}

const fitting: Readonly<Record<DatabaseUse, readonly string[]>> = {
  write: ['any', 'read-write', 'primary'],
  read: ['any', 'read-only', 'standby', 'prefer-standby'],
};
