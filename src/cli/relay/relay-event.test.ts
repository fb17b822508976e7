// Which event a change is, and what its id comes from.
import { expect, test } from 'vitest';
import type { Change } from '../../../packages/client/src/index.ts';
import { eventOf } from './relay-event.ts';

const id = 'a'.repeat(24);
const action = (type: string, at: number) => ({ id: String(at).repeat(24), type, time: '', ip: '', userAgent: '' });
const changed = (rest: object) =>
  ({ kind: 'changed', id, entry: { id, changedAt: '2026-05-04T10:00:00.000Z', ...rest } }) as Change;

test('[relay.events] submitted, changed, deleted; without what opens the draft', () => {
  const submit = action('submit', 1);
  const entry = { actions: [action('create', 0), submit], data: { name: 'Ada' } };
  const submitted = eventOf(changed({ ...entry, bewit: 'secret', resumeUrlBewit: 'https://secret' }));
  expect(submitted).toMatchObject({ id: `entry-${id}-${submit.id}`, type: 'entry.submitted', entry: id });
  expect(JSON.parse(submitted.body)).toEqual({
    type: 'entry.submitted',
    timestamp: '2026-05-04T10:00:00.000Z',
    data: { id, changedAt: '2026-05-04T10:00:00.000Z', ...entry },
  });
  const edited = eventOf(changed({ actions: [submit, action('edit', 2)] }));
  expect([edited.type, edited.id]).toEqual(['entry.changed', `entry-${id}-${'2'.repeat(24)}`]);
  const deletedAt = '2026-05-04T11:00:00.000Z';
  const deleted = eventOf({ kind: 'deleted', id, deletedAt });
  expect(deleted).toEqual({
    id: `entry-${id}-deleted`,
    type: 'entry.deleted',
    entry: id,
    body: JSON.stringify({ type: 'entry.deleted', timestamp: deletedAt, data: { id, deletedAt } }),
  });
});

test('[relay.events] an email that is recorded afterwards does not make another event', () => {
  const actions = [action('submit', 1)];
  const before = eventOf(changed({ actions }));
  const after = eventOf(changed({ actions, changedAt: '2026-05-04T10:00:01.000Z', sentEmails: [{}] }));
  expect(after.id).toBe(before.id);
  expect(before.id).not.toContain('.');
});
