// The options sets of a form that is copied: which the other service has already, and how it gets those that it has not.
// [running.commands.forms.copy.sets]
import { createHash } from 'node:crypto';
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { CommandError } from '../command.ts';
import { counted, downloadAgain, downloadOptions } from '../sets/download-options.ts';
import { sendOptions } from '../sets/send-options.ts';
import {
  type Fingerprint,
  findServiceSet,
  getFingerprint,
  listSetsNamed,
  type ServiceSet,
} from '../sets/service-set.ts';

export interface CopiedSet {
  readonly name: string;
  readonly from: string;
  /** Undefined for one that a dry run would make. */
  readonly to: string | undefined;
  readonly options: number;
  /** `maintained`: both services have it under the same id. `used`: the other one has it under this name. */
  readonly state: 'maintained' | 'used' | 'made';
}

export interface PlannedSet extends CopiedSet {
  readonly fingerprint: Fingerprint | undefined;
}

/** Looks only. */
export async function planSet(
  set: ServiceSet,
  source: FormsteadClient,
  target: FormsteadClient,
): Promise<PlannedSet | undefined> {
  const { id: from, name, count: options } = set;
  if (set.isMaintained) {
    const other = await findServiceSet(from, target);
    if (other === undefined) return undefined;
    return { name, from, to: from, options, state: 'maintained', fingerprint: undefined };
  }
  const fingerprint = await getFingerprint(from, source);
  for (const to of await listSetsNamed(name, target)) {
    const { sha256 } = await getFingerprint(to, target);
    if (sha256 === fingerprint.sha256) return { name, from, to, options, state: 'used', fingerprint };
  }
  return { name, from, to: undefined, options: fingerprint.count, state: 'made', fingerprint };
}

export interface CopyEnds {
  readonly source: FormsteadClient;
  readonly target: FormsteadClient;
  readonly onProgress: (name: string, done: number, total: number) => void;
}

/** The id of the set that the other service has afterwards. */
export async function makeSet(set: PlannedSet, ends: CopyEnds): Promise<string> {
  const { name, fingerprint } = set;
  if (set.to !== undefined || fingerprint === undefined) return set.to ?? set.from;
  for (let attempt = 1; attempt <= maxSets; attempt += 1) {
    const key = keyOf([set.from, name, fingerprint.sha256, attempt]);
    const { id, isNew } = await createSet(name, key, ends.target);
    const there = await getFingerprint(id, ends.target);
    if (there.sha256 === fingerprint.sha256) return id;
    // An earlier copy made it and somebody changed it since: it is theirs now.
    if (!isNew && there.count > 0) continue;
    await fill({ id, name, etag: there.etag }, set, ends);
    return id;
  }
  throw new CommandError(
    `The options set "${name}" was copied and changed ${maxSets} times within a day. Try again tomorrow.`,
  );
}

const maxSets = 20;

async function createSet(name: string, key: string, { api }: FormsteadClient): Promise<{ id: string; isNew: boolean }> {
  const { data, response } = await api.POST('/optionsSet', {
    params: { header: { 'Idempotency-Key': key } },
    body: { name },
  });
  return { id: data?.id ?? '', isNew: response.headers.get('idempotent-replayed') !== 'true' };
}

async function fill(
  to: { id: string; name: string; etag: string },
  { from, name, fingerprint, options: total }: PlannedSet,
  { source, target, onProgress }: CopyEnds,
): Promise<void> {
  await downloadAgain(async () => {
    const options = counted(await downloadOptions(from, source), (done) => onProgress(name, done, total));
    await sendOptions(options, to, target, ({ sha256 }) => {
      if (sha256 !== fingerprint?.sha256)
        throw new CommandError(`The options set "${name}" was changed while it was copied. Run the command again.`);
    });
  });
}

/** The same for the same copy, whoever runs it again after whatever ended it. */
export function keyOf(facts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
