// Flags and arguments of the command line. [running.commands]
import { parseArgs } from 'node:util';
import { type Config, readConfig, readSettings } from '../base/config.ts';
import { ConfigError } from '../base/settings.ts';

/** `--name value` and `--name=value`; anything else is named in the error. */
export function readFlags(argv: readonly string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  const { tokens } = parseArgs({ args: [...argv], strict: false, tokens: true, allowPositionals: true });
  let pending: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (pending !== undefined) throw new ConfigError(`The flag --${pending} needs a value.`);
      if (!token.rawName.startsWith('--')) throw new ConfigError(`Unknown flag ${token.rawName}.`);
      if (token.value === undefined) pending = token.name;
      else flags[token.name] = token.value;
    } else if (token.kind === 'positional') {
      if (pending === undefined) throw new ConfigError(`Unexpected argument "${token.value}".`);
      flags[pending] = token.value;
      pending = undefined;
    }
  }
  if (pending !== undefined) throw new ConfigError(`The flag --${pending} needs a value.`);
  return flags;
}

/** Takes the command's own flags out; the rest are settings. */
export function takeFlags<Name extends string>(flags: Record<string, string>, names: readonly Name[]) {
  const taken: Partial<Record<Name, string>> = {};
  const settings = { ...flags };
  for (const name of names) {
    if (settings[name] === undefined) continue;
    taken[name] = settings[name];
    delete settings[name];
  }
  return { taken, settings };
}

export function configFrom(flags: Record<string, string>): Config {
  return readConfig(readSettings(flags));
}

/** Reads the arguments before the flags. */
export function takeArguments(rest: string[], max: number): string[] {
  const firstFlag = rest.findIndex((argument) => argument.startsWith('-'));
  return rest.splice(0, Math.min(max, firstFlag < 0 ? rest.length : firstFlag));
}
