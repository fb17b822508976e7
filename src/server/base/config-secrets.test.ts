// NAME_FILE: secrets from files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig, readSettings } from './config.ts';
import { ConfigError, settingNames } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'formstead-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('[running.settings.files] every secret can come from a file, by variable and by flag; a last line break does not count', () => {
  const settings = readSettings(
    { 'secret-file': file('secret', 'long enough a secret\n') },
    {
      DATABASE_URL_FILE: file('database', 'postgres://u:p@host/forms\r\n'),
      DATABASE_READ_URL_FILE: file('read', 'postgres://u:p@standby/forms'),
      ADMIN_EMAIL: 'ann@example.com',
      ADMIN_PASSWORD_FILE: file('password', ' with blanks \n\n'),
      SMTP_URL_FILE: file('smtp', 'smtp://u:p@mail:587'),
      METRICS_TOKEN_FILE: file('token', 'a token of some length'),
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'forms',
      S3_ACCESS_KEY_ID_FILE: file('key', 'key'),
      S3_SECRET_ACCESS_KEY_FILE: file('s3', 'of the key'),
      OIDC_ISSUER: 'https://id.example.org/',
      OIDC_CLIENT_ID: 'forms',
      OIDC_CLIENT_SECRET_FILE: file('client', 'of the client'),
    },
  );
  const config = readConfig(settings);
  expect(config).toMatchObject({
    secret: 'long enough a secret',
    databaseUrl: 'postgres://u:p@host/forms',
    databaseReadUrl: 'postgres://u:p@standby/forms',
    adminPassword: ' with blanks \n',
    smtpUrl: 'smtp://u:p@mail:587',
    metrics: { token: 'a token of some length' },
    s3: { accessKeyId: 'key', secretAccessKey: 'of the key' },
    oidc: { clientSecret: 'of the client' },
  });
  // Processes that serve read the files themselves: no secret is in their environment.
  expect(JSON.stringify(settings)).not.toContain('long enough a secret');
});

test('[running.settings.files] whatever sounds like a secret, and every address with a password, has its NAME_FILE', () => {
  const names: readonly string[] = settingNames;
  const secrets = names.filter(
    (name) => /SECRET|PASS|TOKEN|KEY|^(DATABASE|SMTP).*_URL/.test(name) && !name.endsWith('_FILE'),
  );
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((name) => !names.includes(`${name}_FILE`))).toEqual([]);
});

test('[running.settings.files] [running.settings] [running.read-url] what cannot be is refused by name, without the secret', () => {
  const wrong: [Record<string, string>, string][] = [
    [{ SECRET: 'a'.repeat(20), SECRET_FILE: file('both', 'x') }, 'SECRET and SECRET_FILE are both set'],
    [{ SECRET_FILE: join(folder, 'none') }, 'SECRET_FILE names'],
    [{ SECRET_FILE: file('empty', '\n') }, 'which is empty'],
    [{ SECRET_FILE: file('short', 'hush') }, 'SECRET (flag --secret) must have at least 16 characters'],
    [{ DATABASE_READ_URL: 'postgres://u:hush@a/forms' }, 'DATABASE_READ_URL is set, but DATABASE_URL is not'],
    [
      { DATABASE_URL: 'postgres://a/b', DATABASE_READ_URL: 'postgres://u:hush@a/b?target_session_attrs=primary' },
      'DATABASE_READ_URL (flag --database-read-url) asks for target_session_attrs=primary, but it is only read from',
    ],
    [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS (flag --drain-seconds) is "long"'],
  ];
  for (const [settings, message] of wrong) {
    const read = () => readConfig(readSettings({}, settings));
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('hush');
  }
});
