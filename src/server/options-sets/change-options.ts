// PATCH /optionsSet/{setId}/options: changes, removes and puts in single options, all or nothing. [options-sets.change]
import Joi from 'joi';
import type { ApiMessage } from '../../api-types/lists.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { checkOf } from '../http/checks.ts';
import { responseText } from '../http/response-text.ts';
import { ownTurn, runInSlices } from '../scheduling/run-in-slices.ts';
import type { Transaction } from '../store/connection/db.ts';
import { findChunk, recordEdits, updateChunk } from '../store/options-sets/change-options-sets.ts';
import {
  addChunks,
  bytesOf,
  countOf,
  findOptionsSet,
  type OptionsChunk,
  type OptionsSetRow,
} from '../store/options-sets/options-sets.ts';
import { editChunk, type OptionChange } from './edit-chunk.ts';
import { changeOwnSet, checkOwn, checkRoom, type SetParams } from './own-options-set.ts';
import { checkOption, writeChunks } from './read-options.ts';
import type { Option } from './search-index.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'largeWrites' | 'db' | 'optionsSets' | 'auditChain'>;

/** Each may be in a chunk of its own, which is read and written again. */
const maxChanges = 500;
/** A chunk may grow to so much; what no longer fits goes to the end of the list. */
const maxChunkLength = 262_144;
const maxChunkOptions = 2_000;

interface SentChange {
  readonly place: string;
  readonly was?: unknown;
  readonly option?: unknown;
  readonly insert?: unknown;
}

export interface ChangesPayload {
  readonly changes: readonly SentChange[];
}

const placeCheck = Joi.string()
  .pattern(/^\d{1,9}\.\d{1,9}$/)
  .required();
const anyOption = Joi.object().unknown();

/** What an option must be like is looked at where it is read. */
export const changesCheck = checkOf<ChangesPayload>({
  changes: Joi.array()
    .items(
      Joi.object({ place: placeCheck, was: anyOption, option: anyOption.allow(null), insert: anyOption })
        .xor('was', 'insert')
        .and('was', 'option'),
    )
    .min(1)
    .max(maxChanges)
    .required(),
});

export async function changeOptions(
  request: ApiRequest<SetParams, unknown, ChangesPayload>,
  services: Needs,
): Promise<ApiMessage> {
  checkOwn(await findOptionsSet(services.db.sql, request.params.setId), request);
  const changes = readChanges(request.payload);
  await services.largeWrites.run(callerOf(request).account, () =>
    changeOwnSet(request, services, (tx, set) => apply(tx, set, changes, isoNow(services.clock))),
  );
  return { message: responseText(request, 'optionsChanged', request.payload.changes.length) };
}

/** By the position of their chunk, in order. */
function readChanges({ changes }: ChangesPayload): Map<number, OptionChange[]> {
  const byPosition = new Map<number, OptionChange[]>();
  for (const [at, { place, was, option, insert }] of changes.entries()) {
    const [position = 0, index = 0] = place.split('.').map(Number);
    const list = byPosition.get(position) ?? [];
    byPosition.set(position, list);
    if (insert !== undefined) {
      checkOption(insert, ['changes', at, 'insert']);
      list.push({ index, option: insert });
    } else {
      checkOption(was, ['changes', at, 'was']);
      if (option !== null) checkOption(option, ['changes', at, 'option']);
      list.push({ index, was, option });
    }
  }
  return new Map([...byPosition].sort(([one], [other]) => one - other));
}

async function apply(
  tx: Transaction,
  set: OptionsSetRow,
  changes: ReadonlyMap<number, readonly OptionChange[]>,
  time: string,
): Promise<void> {
  /** What finds no room where it is. */
  const moved: Option[] = [];
  const summaries: OptionsChunk[] = [];
  let countChange = 0;
  let bytesChange = 0;
  for (const [position, list] of changes) {
    const chunk = await findChunk(tx, set, position);
    await ownTurn();
    const edited = await runInSlices(editChunk(chunk === undefined ? [] : (JSON.parse(chunk.json) as Option[]), list));
    if (edited === undefined) throw errors.optionsChangedMeanwhile();
    const before = chunk ?? { count: 0, json: '' };
    const after = writeChunk(edited.options);
    const hasGrown = after.json.length > before.json.length || after.count > before.count;
    const isTooLong =
      chunk === undefined || (hasGrown && (after.json.length > maxChunkLength || after.count > maxChunkOptions));
    const kept = isTooLong ? writeChunk(edited.options.filter((_, at) => !edited.written.has(at))) : after;
    if (isTooLong) moved.push(...edited.options.filter((_, at) => edited.written.has(at)));
    if (chunk !== undefined) {
      await updateChunk(tx, set, { position, ...kept });
      countChange += kept.count - before.count;
      bytesChange += kept.json.length - before.json.length;
    }
    summaries.push({ ...kept, dataKeys: keysOf(edited.options.filter((_, at) => edited.written.has(at))) });
  }
  const added = await runInSlices(writeChunks(moved));
  checkRoom({
    count: set.optionCount + countChange + countOf(added),
    bytes: set.optionBytes + bytesChange + bytesOf(added),
  });
  await recordEdits(tx, set, { chunks: summaries, countChange, bytesChange, time });
  if (added.length > 0) await addChunks(tx, set, { chunks: added, time });
}

function writeChunk(options: readonly Option[]): { count: number; json: string } {
  return { count: options.length, json: JSON.stringify(options) };
}

function keysOf(options: readonly Option[]): string[] {
  return [...new Set(options.flatMap(({ data = {} }) => Object.keys(data)))];
}
