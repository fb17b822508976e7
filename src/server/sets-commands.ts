// What the command line does with options sets: `sets refresh [SET]` and `sets autocomplete SET on|off`. CONTRACT.md section 1.
import { ConfigError } from './config.ts';
import { MAINTAINED_SETS, type MaintainedSet } from './options-sets/maintained/maintained-sets.ts';
import { refreshSets, type SetReport } from './options-sets/maintained/refresh-sets.ts';
import { readSources } from './options-sets/maintained/sources.ts';
import type { Services } from './services.ts';
import { setAllowsAutocomplete } from './store/options-sets.ts';

/** Progress goes to standard error. `isDone` is false when a set kept its old options because of its source. */
export async function refreshCommand(
  name: string | undefined,
  services: Services,
): Promise<{ isDone: boolean; sets: SetReport[] }> {
  const keys = name === undefined ? undefined : [findMaintained(name).key];
  // A malformed file is an error of its own, not thirteen reports.
  readSources(services.config.setsSources);
  const sets = await refreshSets({ keys, onProgress: (text) => process.stderr.write(`${text}\n`) }, services);
  for (const { set, outcome, count, reason, warnings } of sets) {
    process.stderr.write(`${set}: ${outcome}, ${count} options${reason === undefined ? '' : `: ${reason}`}\n`);
    for (const warning of warnings) process.stderr.write(`  ${warning}\n`);
  }
  return { isDone: sets.every(({ outcome }) => outcome !== 'kept'), sets };
}

function findMaintained(name: string): MaintainedSet {
  const set = MAINTAINED_SETS.find(({ key, id }) => key === name || id === name.toLowerCase());
  if (set !== undefined) return set;
  const names = MAINTAINED_SETS.map(({ key }) => key).join(', ');
  throw new ConfigError(`There is no maintained set "${name}". There are: ${names}; their IDs work too.`);
}

/** What support does for a set whose values should not be listed to everybody who knows its id. */
export async function autocompleteCommand(
  { set, state }: { set: string | undefined; state: string | undefined },
  services: Services,
): Promise<{ set: string; name: string; autocomplete: 'on' | 'off' }> {
  if (set === undefined || (state !== 'on' && state !== 'off')) {
    throw new ConfigError('Usage: formstead sets autocomplete SET on|off');
  }
  const id = MAINTAINED_SETS.find(({ key }) => key === set)?.id ?? set.toLowerCase();
  const row = await setAllowsAutocomplete(services.db.sql, { set: id, allows: state === 'on' });
  if (row === undefined) throw new ConfigError(`There is no options set with the ID ${set}.`);
  return { set: row.id, name: row.name, autocomplete: state };
}
