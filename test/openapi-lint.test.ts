// Redocly has nothing to say against the OpenAPI document.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { apiRoutes } from '../src/server/api/route-table.ts';
import { openApiDocument } from '../src/server/openapi/document.ts';

test('[conventions.document] passes the rules that Redocly recommends, without a warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(openApiDocument({ routes: apiRoutes, apiUrl: 'https://forms.example/v1.0' })));
    const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const config = resolve(import.meta.dirname, 'support/redocly.yaml');
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [cli, 'lint', file, '--config', config, '--format', 'json'],
      // It would ask its maker for a newer version, and tell them of the run.
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    expect([status, stderr.slice(-500)]).toEqual([0, expect.any(String)]);
    const { problems } = JSON.parse(stdout) as { problems: { message: string; ruleId: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
