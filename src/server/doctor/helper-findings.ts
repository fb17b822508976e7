// Services that only some installations use: the virus scanner, the identity provider, addresses of registries. [running.doctor]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../base/config.ts';
import { openClamd } from '../files/clamd.ts';
import { createProviderClient } from '../identity/provider/provider-client.ts';
import { readSources } from '../registries/sources.ts';
import { type Finding, ok, problem, warning, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';

/** A scan may take long; a ping does not. */
const pingMs = 5_000;

export async function scannerFindings({ clamd }: Config): Promise<Finding[]> {
  const check = 'scanner.server';
  if (clamd === undefined) return [ok(check, 'There is no CLAMD_URL: uploads are not scanned.')];
  try {
    const tooLong = sleep(pingMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('no response in time')),
    );
    await Promise.race([openClamd(clamd).ping(), tooLong]);
    return [ok(check, 'The virus scanner responds.')];
  } catch (error) {
    const remedy = 'Start clamd, or correct CLAMD_URL. Without it no upload is accepted.';
    return [problem(check, `The virus scanner cannot be reached: ${wordsOf(error)}.`, remedy)];
  }
}

export async function providerFindings({ oidc, appUrl }: Config): Promise<Finding[]> {
  const check = 'provider.metadata';
  if (oidc === undefined) return [ok(check, 'There is no OIDC_ISSUER: people sign in with passwords and passkeys.')];
  try {
    await createProviderClient({ oidc, appUrl, clock: { now: machineTime } }).findEndSessionUrl();
    return [ok(check, `The identity provider ${oidc.issuer} responds.`)];
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const remedy =
      'Correct OIDC_ISSUER (a slash at its end counts), or start the provider. Sign-in by password goes on.';
    return [warning(check, `The identity provider ${oidc.issuer} cannot be used: ${wordsOf(cause)}.`, remedy)];
  }
}

export async function sourcesFindings({ setsSources }: Config): Promise<Finding[]> {
  const check = 'settings.sources';
  if (setsSources === undefined) return [];
  try {
    readSources(setsSources);
    return [ok(check, `The addresses of maintained options sets in ${setsSources} are readable.`)];
  } catch (error) {
    return [
      problem(check, `${wordsOf(error)}.`, 'Correct the file, or leave SETS_SOURCES out: no server starts with it.'),
    ];
  }
}
