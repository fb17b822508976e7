// No secret is in what doctor prints, not even where another program put it into its message. [running.doctor.hides]
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secretFileNames } from '../base/config-secrets.ts';
import type { Settings } from '../base/settings.ts';
import type { Finding } from './finding.ts';

/** Shorter ones are in every other word. */
const minLength = 4;

export function hideSecrets(findings: readonly Finding[], settings: Settings): Finding[] {
  const secrets = listSecrets(settings);
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
  return findings.map((finding) => ({
    ...finding,
    message: hide(finding.message),
    ...(finding.remedy !== undefined && { remedy: hide(finding.remedy) }),
  }));
}

/** Longest first: one may be a part of another. */
function listSecrets(settings: Settings): string[] {
  const values = secretFileNames.flatMap((file) => {
    const name = file.replace(/_FILE$/, '') as keyof Settings;
    return [settings[name], readIfThere(settings[file])].flatMap((value) => (value === undefined ? [] : [value]));
  });
  return [...new Set(values.flatMap(partsOf))]
    .filter((secret) => secret.length >= minLength)
    .sort((a, b) => b.length - a.length);
}

function readIfThere(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(resolve(path), 'utf8').trim();
  } catch {
    return undefined; // What cannot be read is in no message.
  }
}

/** Of an address the password, as it is written there and as it is meant. */
function partsOf(value: string): string[] {
  const [, password] = /^[a-z]+:\/\/[^:@/?#]*:([^@]*)@/i.exec(value) ?? [];
  return password === undefined ? [value] : [value, password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
