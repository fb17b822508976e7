// docs/operations.md is read when something is broken: every line in it that people type is run by a test, or named here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listDocumentedLines } from './support/documented-command.ts';

const root = resolve(import.meta.dirname, '..');

/** Where it is run under another name, or why it is not. */
const others: Readonly<Record<string, string>> = {
  'npm start': 'test/process/setup.test.ts',
  'METRICS_PORT=9464 npm start': 'test/process/operations.test.ts',
  'npm pack': 'test/process/package.test.ts',
  'sudo npm install --prefix /srv/formstead ./formstead-0.3.0.tgz': 'test/process/package.test.ts',
  'git pull': 'of git',
  'sudo useradd --system --home-dir /var/lib/formstead --shell /usr/sbin/nologin formstead': 'of the system',
  'sudo cp deploy/formstead.service /etc/systemd/system/': 'of the system; the unit: test/deploy.test.ts',
  'sudo systemctl enable --now formstead': 'of the system',
  'docker build -f deploy/Dockerfile -t formstead .': 'test/image/image.run.ts, by buildah',
  'docker compose -f deploy/compose.yaml up -d': 'of Docker; the file: test/deploy.test.ts',
  'sudo npm install --prefix /srv/formstead @opentelemetry/api @opentelemetry/auto-instrumentations-node':
    'test/traces/traces.run.ts',
};

test('[house] documents: commands print their JSON object alone, without the banner of npm', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = [...pages.map((name) => `docs/${name}`), 'README.md'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  expect(texts.join().match(/npm run -s formstead --/g)?.length).toBeGreaterThan(10);
  expect(texts.join()).not.toMatch(/npm run formstead --/);
});

test('[house] operations: every line to type is run by a test, or named with its reason', () => {
  const folders = ['test/process', 'test/backup'];
  const paths = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
  const texts = paths.map((path) => readFileSync(path, 'utf8')).join();
  const lines = listDocumentedLines();
  expect(lines.length).toBeGreaterThan(20);
  const isRun = (line: string) => {
    const command = line.replace(/^npm run -s formstead -- /, '');
    return [`'${command}'`, `\`${command.replace(/postgres:.*/, '${elsewhere}')}\``].some((text) =>
      texts.includes(text),
    );
  };
  expect(lines.filter((line) => !isRun(line) && others[line] === undefined)).toEqual([]);
  expect(Object.keys(others).filter((line) => !lines.includes(line))).toEqual([]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(lines.join()).toContain(`formstead-${version}.tgz`);
});
