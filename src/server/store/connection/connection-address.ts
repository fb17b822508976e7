// From the text of DATABASE_URL to what a connection needs: hosts, user, TLS, and the settings that the server gets as it is greeted.
// Everything in the query that is not ours is a setting of PostgreSQL (`?statement_timeout=5000`). [running.several-hosts]
import { userInfo } from 'node:os';
import type { HostAddress } from './probe-host.ts';

export interface ConnectionAddress {
  readonly hosts: readonly DatabaseHost[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: 'off' | 'prefer' | 'require' | 'verify';
  /** Only such a server will do. */
  readonly kind: 'primary' | 'standby' | undefined;
  readonly prepares: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** Of a Unix socket, `host` is its folder. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

const defaultPort = 5432;

export function readConnectionAddress(url: string): ConnectionAddress {
  const [, login = '', authority = '', path = '', query = ''] =
    /^[^:]+:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?/.exec(url) ?? [];
  const [user = '', ...password] = login.split(':');
  const { sslmode, ssl, prepare, target_session_attrs: kind, ...rest } = Object.fromEntries(new URLSearchParams(query));
  const name = decodeURIComponent(user) || userInfo().username;
  return {
    hosts: authority.split(',').map(readHost),
    user: name,
    password: decodeURIComponent(password.join(':')),
    database: decodeURIComponent(path) || name,
    tls: readTls(sslmode ?? ssl),
    kind: kind === 'primary' || kind === 'standby' ? kind : undefined,
    prepares: prepare !== 'false' && prepare !== 'disable',
    settings: Object.fromEntries(Object.entries(rest).filter(([setting]) => !ownParameters.has(setting))),
  };
}

/** Where its socket leads. */
export function addressOf({ host, port }: DatabaseHost): HostAddress {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

export const nameOfHost = ({ host, port }: DatabaseHost) => `${host}:${port}`;

/** Of other drivers: not for the server. */
const ownParameters = new Set(['max', 'idle_timeout', 'connect_timeout', 'max_lifetime', 'keep_alive', 'sslrootcert']);

function readHost(text: string): DatabaseHost {
  const host = decodeURIComponent(text);
  if (host.startsWith('/')) return { host, port: defaultPort };
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  return { host: name.replace(/^\[|\]$/g, '') || 'localhost', port: port === undefined ? defaultPort : Number(port) };
}

/** As libpq does, certificates are looked at only where the address asks for it. */
function readTls(mode: string | undefined): ConnectionAddress['tls'] {
  if (mode === undefined || mode === 'disable' || mode === 'false') return 'off';
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  return mode === 'require' ? 'require' : 'verify';
}
