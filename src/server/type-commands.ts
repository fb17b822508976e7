// `formstead types FORM`: TypeScript types of what a form stores, read from a service. [running.commands.types]
import { writeFileSync } from 'node:fs';
import { ConfigError, readServicePlace, type ServicePlace } from './config.ts';
import { schemaTypes } from './form-schema/schema-types.ts';

export interface TypesResult {
  readonly form: string;
  readonly lines: number;
}

/** The types go to standard output, or to the file of `--out`; `FORMSTEAD_URL` and `FORMSTEAD_KEY` may stand for the flags. */
export async function writeTypes(args: readonly string[], write: (text: string) => void): Promise<TypesResult> {
  const { form, url, key, out } = readArguments(args, readServicePlace());
  const base = url.replace(/\/+$/, '').replace(/\/v1\.0$/, '');
  const response = await fetch(`${base}/v1.0/form/${encodeURIComponent(form)}/schema?as=stored`, {
    headers: { 'x-api-key': key },
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new ConfigError(`${base}: ${String(body['message'])}`);
  const types = schemaTypes(body);
  if (out === undefined) write(types);
  else writeFileSync(out, types);
  return { form, lines: types.split('\n').length - 1 };
}

function readArguments(
  args: readonly string[],
  place: ServicePlace,
): { form: string; url: string; key: string; out: string | undefined } {
  const flags = new Map<string, string>();
  const plain: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (!arg.startsWith('--')) plain.push(arg);
    else if (['--url', '--key', '--out'].includes(arg) && args[at + 1] !== undefined)
      flags.set(arg, args[++at] as string);
    else throw new ConfigError(`Unknown flag "${arg}".`);
  }
  const [form, ...others] = plain;
  if (form === undefined || others.length > 0) throw new ConfigError('Name one form: formstead types FORM');
  const url = flags.get('--url') ?? place.url;
  const key = flags.get('--key') ?? place.key;
  if (!url || !key)
    throw new ConfigError('--url and --key (or FORMSTEAD_URL and FORMSTEAD_KEY) say where the form is.');
  return { form, url, key, out: flags.get('--out') };
}
