import { describe, expect, test } from 'vitest';
import {
  type EntryStatus,
  entryStatusNumber,
  nextStatus,
  type Refusal,
  statusFromNumber,
  type Trigger,
} from './entry-status.ts';

type From = EntryStatus | 'new';
const every: EntryStatus[] = ['created', 'saved', 'submitted', 'deleted', 'template', 'render'];
const living = every.filter((status) => status !== 'deleted');

const allowed: [From, Trigger, EntryStatus | undefined, EntryStatus][] = [
  ['new', 'save', undefined, 'saved'],
  ['new', 'submit', undefined, 'submitted'],
  ['new', 'create', undefined, 'created'],
  ['new', 'template', undefined, 'template'],
  ['new', 'render', undefined, 'render'],
  ['created', 'save', undefined, 'saved'],
  ['saved', 'save', undefined, 'saved'],
  ['created', 'submit', undefined, 'submitted'],
  ['saved', 'submit', undefined, 'submitted'],
  ['saved', 'edit', 'submitted', 'submitted'],
  ['submitted', 'edit', 'saved', 'saved'],
  ['created', 'edit', 'saved', 'saved'],
  ['created', 'edit', 'submitted', 'submitted'],
  ['saved', 'edit', 'saved', 'saved'],
  ['submitted', 'edit', 'submitted', 'submitted'],
  ...living.map((from): [From, Trigger, undefined, EntryStatus] => [from, 'edit', undefined, from]),
  ...living.map((from): [From, Trigger, undefined, EntryStatus] => [from, 'delete', undefined, 'deleted']),
  ...living.map((from): [From, Trigger, undefined, EntryStatus] => [from, 'clone', undefined, from]),
  ...living.map((from): [From, Trigger, undefined, EntryStatus] => [from, 'render', undefined, from]),
  ['created', 'resume', undefined, 'created'],
  ['saved', 'resume', undefined, 'saved'],
  ['template', 'rename', undefined, 'template'],
];

const refused: [From, Trigger, EntryStatus | undefined, Refusal][] = [
  ['submitted', 'save', undefined, 'saveSubmitted'],
  ['submitted', 'submit', undefined, 'submitSubmitted'],
  ['submitted', 'resume', undefined, 'resumeSubmitted'],
  ['deleted', 'edit', undefined, 'editDeleted'],
  ['deleted', 'edit', 'saved', 'editDeleted'],
  ['deleted', 'save', undefined, 'editDeleted'],
  ['deleted', 'submit', undefined, 'editDeleted'],
  ['deleted', 'delete', undefined, 'deleteDeleted'],
  ...every.map((wanted): [From, Trigger, EntryStatus, Refusal] => ['template', 'edit', wanted, 'statusNotAllowed']),
  ...every.map((wanted): [From, Trigger, EntryStatus, Refusal] => ['render', 'edit', wanted, 'statusNotAllowed']),
  ...(['created', 'deleted', 'template', 'render'] as const).flatMap((wanted) =>
    (['created', 'saved', 'submitted'] as const).map((from): [From, Trigger, EntryStatus, Refusal] => [
      from,
      'edit',
      wanted,
      'statusNotAllowed',
    ]),
  ),
  ['template', 'save', undefined, 'statusNotAllowed'],
  ['template', 'submit', undefined, 'statusNotAllowed'],
  ['render', 'submit', undefined, 'statusNotAllowed'],
  ['saved', 'rename', undefined, 'renameNotTemplate'],
  ['new', 'edit', undefined, 'statusNotAllowed'],
];

describe('statuses', () => {
  test.each(allowed)('[entries.transitions] [entries.edit.status] %s, %s %s: %s', (from, trigger, wanted, status) => {
    expect(nextStatus(from, trigger, wanted)).toEqual({ allowed: true, status });
  });

  test.each(refused)(
    '[entries.transitions] [entries.transitions.template-and-render] %s, %s %s is refused: %s',
    (from, trigger, wanted, refusal) => {
      expect(nextStatus(from, trigger, wanted)).toEqual({ allowed: false, refusal });
    },
  );

  test('[entries.statuses] the numbers of filters', () => {
    expect(every.map(entryStatusNumber)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([0, 1, 2, 3, 4, 5].map(statusFromNumber)).toEqual(every);
    expect(statusFromNumber(6)).toBeUndefined();
  });
});
