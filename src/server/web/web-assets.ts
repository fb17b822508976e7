// The built files of the web apps: hashed names, cached for ever, sent as they were compressed at build time.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AdminPageData } from '../../api-types/page-data.ts';
import { type InLocales, type Locale, locales } from '../../core/locale/locale.ts';
import { errors } from '../base/errors.ts';
import { packageRoot } from '../base/package-root.ts';
import type { Services } from '../base/services.ts';
import { assetsFolder, openKeptAssets } from './kept-assets.ts';

export interface WebApp {
  /** Missing where there are only styles. */
  readonly script: string;
  readonly style: string | null;
  readonly preloads: readonly string[];
  /** The files of what is loaded later, by its source. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Those of a question with more to it than its type, by its folder. */
  readonly presets: Readonly<Record<string, readonly string[]>>;
  /** What the names of its files of words begin with: `<words>-<language>-<area>.json`. Missing where there are none. */
  readonly words?: string;
}

export type WebManifest = Readonly<Record<string, WebApp>>;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export function readWebManifest(): WebManifest {
  return JSON.parse(readFileSync(join(packageRoot(), 'dist', 'web', 'manifest.json'), 'utf8')) as WebManifest;
}

/** The words of the management app's frame in each language, as the build wrote them. */
export function readShellWords({ words }: WebApp): InLocales<AdminPageData['texts']> {
  const read = (locale: Locale) => readFileSync(join(assetsFolder(), `${words}-${locale}-shell.json`), 'utf8');
  return Object.fromEntries(locales.map((locale) => [locale, JSON.parse(read(locale))])) as InLocales<
    AdminPageData['texts']
  >;
}

export function addWebAssets(app: FastifyInstance, services: Pick<Services, 'db' | 'config'>): void {
  const folder = assetsFolder();
  const kept = openKeptAssets(services);
  // Listed once: a name that is not there never becomes a path.
  const names = new Set(readdirSync(folder));
  const read = createFileCache(folder);

  // Owners put this address into their own pages, so it never changes: docs/embedding.md.
  const embed = readWebManifest()['embed']?.script ?? '';
  app.get('/embed.js', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
      .send(await read(embed)),
  );

  // [fill-links.offline.open] Its address stays, and browsers ask for it again with each page.
  const { 'service-worker': worker, fill } = readWebManifest();
  const words = [...names].filter((name) => name.startsWith(`${fill?.words}-`) && /-page-\w+\.json$/.test(name));
  const files =
    fill === undefined
      ? []
      : [fill.script, fill.style, ...fill.preloads, ...Object.values(fill.parts).flat(), ...words];
  const paths = [...new Set(files)].flatMap((file) => (file === null ? [] : [`/assets/${file}`]));
  app.get('/sw.js', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        `default-src 'none'; connect-src 'self' ${new URL(services.config.apiUrl).origin}`,
      )
      .type('text/javascript; charset=utf-8')
      .send(`self.assets=${JSON.stringify(paths)};\n${await read(worker?.script ?? '')}`),
  );

  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const type = types[extname(name)];
    if (type === undefined) throw errors.notFound();
    const best = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
    const isOurs = names.has(name);
    const encoding = isOurs || best?.name === 'br' ? best : undefined;
    const content = isOurs
      ? await read(name + (encoding?.suffix ?? ''))
      : await kept.read(name, encoding !== undefined);
    if (content === undefined) throw errors.notFound();
    if (encoding !== undefined) reply.header('content-encoding', encoding.name);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .header('access-control-allow-origin', '*')
      .type(type)
      .send(content);
  });
}

/** The best encoding that a browser takes; files made at build time have its suffix. */
export function chooseEncoding(accepted: string): { name: 'br' | 'gzip'; suffix: string } | undefined {
  if (/\bbr\b/.test(accepted)) return { name: 'br', suffix: '.br' };
  return /\bgzip\b/.test(accepted) ? { name: 'gzip', suffix: '.gz' } : undefined;
}

/** The built files are few and small: each is read once. One that could not be read is tried again. */
export function createFileCache(folder: string): (name: string) => Promise<Buffer> {
  const files = new Map<string, Promise<Buffer>>();
  return (name) => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = readFile(join(folder, name));
    files.set(name, file);
    file.catch(() => files.delete(name));
    return file;
  };
}
