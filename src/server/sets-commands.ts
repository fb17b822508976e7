// What the command line does with options sets: `sets refresh [SET]` and `sets autocomplete SET on|off`.
// [running.commands] [options-sets.search.off]
import { type Config, ConfigError } from './config.ts';
import { allMaintainedSets, type MaintainedSetKey } from './options-sets/maintained-sets.ts';
import { refreshSets, type SetReport } from './registries/refresh-sets.ts';
import { readSources } from './registries/sources.ts';
import type { Services } from './services.ts';
import { setAllowsAutocomplete } from './store/options-sets.ts';

/** What is wrong with the command itself is reported before a database is opened. */
export function checkRefresh(name: string | undefined, config: Config): MaintainedSetKey[] | undefined {
  readSources(config.setsSources);
  if (name === undefined) return undefined;
  const set = allMaintainedSets.find(({ key, id }) => key === name || id === name.toLowerCase());
  if (set !== undefined) return [set.key];
  const names = allMaintainedSets.map(({ key }) => key).join(', ');
  throw new ConfigError(`There is no maintained set "${name}". There are: ${names}; their IDs work too.`);
}

/** Progress goes to standard error. `isDone` is false when a set kept its old options because of its source. */
export async function refreshCommand(
  keys: MaintainedSetKey[] | undefined,
  services: Services,
): Promise<{ isDone: boolean; sets: SetReport[] }> {
  const sets = await refreshSets({ keys, onProgress: (text) => process.stderr.write(`${text}\n`) }, services);
  for (const { set, outcome, count, reason, warnings } of sets) {
    process.stderr.write(`${set}: ${outcome}, ${count} options${reason === undefined ? '' : `: ${reason}`}\n`);
    for (const warning of warnings) process.stderr.write(`  ${warning}\n`);
  }
  return { isDone: sets.every(({ outcome }) => outcome !== 'kept'), sets };
}

/** What support does for a set whose values should not be listed to everybody who knows its id. */
export async function autocompleteCommand(
  { set, state }: { set: string; state: 'on' | 'off' },
  services: Services,
): Promise<{ set: string; name: string; autocomplete: 'on' | 'off' }> {
  const id = allMaintainedSets.find(({ key }) => key === set)?.id ?? set.toLowerCase();
  const row = await setAllowsAutocomplete(services.db.sql, { set: id, allows: state === 'on' });
  if (row === undefined) throw new ConfigError(`There is no options set with the ID ${set}.`);
  return { set: row.id, name: row.name, autocomplete: state };
}
