// `formstead relay drop`: takes entries that the target will never accept out of the relay's state. What they were is told, so that nobody
// has to wonder later; the next change of such an entry is delivered as any other. [relay.drop]
import { resolve } from 'node:path';
import { type ClientCommand, CommandError } from '../command.ts';
import { readArguments } from '../read-arguments.ts';
import { defaultState, stateFile } from './state-file.ts';
import { lockState } from './state-lock.ts';

const usage = 'formstead relay drop ENTRY...|--all [--state FILE]';
const maxAtOnce = 10_000;

export const dropStuck: ClientCommand = async (rest, context) => {
  const { values, switches, plain } = readArguments(rest, {
    usage,
    values: ['state'],
    switches: ['all'],
    arguments: { min: 0, max: maxAtOnce },
  });
  const isAll = switches.has('all');
  if (isAll === plain.length > 0)
    throw new CommandError(
      `Name the entries to drop, as formstead relay status shows them, or --all.\nUsage: ${usage}`,
    );
  if (values.state === 'target')
    throw new CommandError(
      'A state at the target is changed there: have the target take the change, with a 2xx status.',
    );
  const store = stateFile(resolve(context.folder, values.state ?? defaultState));
  // A relay that runs has the state in memory, and would write it over this one.
  const lock = await lockState(store.name);
  try {
    const state = await store.load();
    if (state === undefined) throw new CommandError(`There is no ${store.name}: no relay has delivered anything yet.`);
    const named = new Set(plain.map((id) => id.toLowerCase()));
    const dropped = state.waiting.filter(({ entry }) => isAll || named.has(entry));
    const missing = [...named].filter((id) => !dropped.some(({ entry }) => entry === id));
    if (missing.length > 0)
      throw new CommandError(`Not stuck in ${store.name}: ${missing.slice(0, 10).join(', ')}. Nothing was dropped.`);
    const waiting = state.waiting.filter((one) => !dropped.includes(one));
    await store.save({ ...state, waiting });
    return { state: store.name, dropped, waiting: waiting.length };
  } finally {
    await lock.release();
  }
};
