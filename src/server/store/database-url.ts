// Reads DATABASE_URL: which hosts it names, and which kind of server is wanted. Formstead writes, so it wants the primary; only
// DATABASE_READ_URL leads to standbys. [running.several-hosts] [running.read-url]

export interface DatabaseUrl {
  /** What the driver gets. */
  readonly url: string;
  /** `host:port` of each server, without password, for messages. */
  readonly hosts: readonly string[];
  /** True when the address itself says whether statements are prepared by name. */
  readonly saysPrepare: boolean;
}

/** What for: to write, on the primary, or only to read, on a standby. */
export type DatabaseUse = 'write' | 'read';

/** The driver's name for the kind of server. */
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
  const hosts = authority.split(',').map((host) => readHost(decodeURIComponent(host)));
  const parameters = new URLSearchParams(query);
  return {
    url: withKind(text, parameters.get('target_session_attrs'), use),
    hosts,
    saysPrepare: parameters.has('prepare'),
  };
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
 * The driver takes a hot standby for `read-write`: it looks at default_transaction_read_only, which is off there. Connections
 * to a standby are refused whatever the address says, so that no write ever meets one.
 */
function withKind(text: string, wanted: string | null, use: DatabaseUse): string {
  if (wanted === null) return text;
  if (!fitting[use].includes(wanted)) {
    const reason = use === 'write' ? 'Formstead writes' : 'it is only read from';
    throw new DatabaseUrlError(
      `asks for target_session_attrs=${wanted}, but ${reason}: leave it out, or say ${serverKind[use]}`,
    );
  }
  return text.replace(/([?&])target_session_attrs=[^&#]*/g, `$1target_session_attrs=${serverKind[use]}`);
}

const fitting: Readonly<Record<DatabaseUse, readonly string[]>> = {
  write: ['any', 'read-write', 'primary'],
  read: ['any', 'read-only', 'standby', 'prefer-standby'],
};
