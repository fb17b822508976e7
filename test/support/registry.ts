// A public registry for tests, on this machine: CKAN datastores by resource id, packages, and plain files by path.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Registry {
  readonly url: string;
  /** Rows by resource id; a page has at most `rowsPerPage`, whatever is asked for. */
  readonly datastores: Map<string, readonly object[]>;
  readonly packages: Map<string, readonly object[]>;
  readonly files: Map<string, string | Uint8Array>;
  /** Statuses that the next requests are answered with instead. */
  readonly failures: number[];
  /** Added to the total that datastores tell. */
  missingRows: number;
  readonly requests: { readonly path: string; readonly userAgent: string | undefined }[];
  close(): Promise<void>;
}

export async function startRegistry({ rowsPerPage = 2 } = {}): Promise<Registry> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', registry.url);
    registry.requests.push({ path: url.pathname + url.search, userAgent: request.headers['user-agent'] });
    const failure = registry.failures.shift();
    if (failure !== undefined) return void response.writeHead(failure).end();
    const body = answer(url);
    if (body === undefined) return void response.writeHead(404).end('{"success":false}');
    response.end(body);
  });

  function answer(url: URL): string | Uint8Array | undefined {
    if (url.pathname === '/api/datastore_search') {
      const rows = registry.datastores.get(url.searchParams.get('resource_id') ?? '');
      if (rows === undefined) return undefined;
      const offset = Number(url.searchParams.get('offset'));
      const records = rows
        .slice(offset, offset + rowsPerPage)
        .map((row, index) => ({ _id: offset + index + 1, ...row }));
      return JSON.stringify({ success: true, result: { records, total: rows.length + registry.missingRows } });
    }
    if (url.pathname === '/api/package_show') {
      const resources = registry.packages.get(url.searchParams.get('id') ?? '');
      return resources && JSON.stringify({ success: true, result: { resources } });
    }
    return registry.files.get(url.pathname);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const registry: Registry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    datastores: new Map(),
    packages: new Map(),
    files: new Map(),
    failures: [],
    missingRows: 0,
    requests: [],
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return registry;
}
