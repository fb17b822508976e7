// What the command line does with options sets: `sets refresh [SET] [--accept]` and `sets autocomplete SET on|off`. History and rollback
// are in sets-history-commands.ts. [running.commands] [options-sets.search.off] [options-sets.maintained.accept]
import type { SetDiff } from '../../api-types/options-sets.ts';
import type { Config } from '../base/config.ts';
import type { Services } from '../base/services.ts';
import { ConfigError } from '../base/settings.ts';
import { allMaintainedSets, type MaintainedSet, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import { refreshSets } from '../registries/refresh-sets.ts';
import { readSources } from '../registries/sources.ts';
import type { SetReport } from '../registries/store-made-sets.ts';
import { writeDiff } from '../registries/write-diff.ts';
import { setAllowsAutocomplete } from '../store/options-sets/options-sets.ts';

/** What is wrong with the command itself is reported before a database is opened. */
export function checkRefresh(name: string | undefined, config: Config): MaintainedSetKey[] | undefined {
  readSources(config.setsSources);
  return name === undefined ? undefined : [findMaintained(name).key];
}

/** By name or id. */
export function findMaintained(name: string): MaintainedSet {
  const set = allMaintainedSets.find(({ key, id }) => key === name || id === name.toLowerCase());
  if (set !== undefined) return set;
  const names = allMaintainedSets.map(({ key }) => key).join(', ');
  throw new ConfigError(`There is no maintained set "${name}". There are: ${names}; their IDs work too.`);
}

/** Progress goes to standard error. `isDone` is false when a set kept its old options because of its source. */
export async function refreshCommand(
  { keys, accepts }: { keys: MaintainedSetKey[] | undefined; accepts: boolean },
  services: Services,
): Promise<{ isDone: boolean; sets: SetReport[] }> {
  const options = {
    keys,
    ...(accepts ? { accepted: keys } : {}),
    onProgress: (text: string) => void process.stderr.write(`${text}\n`),
    onDiff: ({ set, diff }: { set: MaintainedSetKey; diff: SetDiff }) =>
      void process.stderr.write(`${writeDiff(set, diff)}\n`),
  };
  const sets = await refreshSets(options, services);
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
