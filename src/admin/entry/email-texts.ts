// What the page of an entry says about its emails.
import type { EmailState } from '../../api-types/notes.ts';

export const stateKinds: Readonly<Record<EmailState, '' | 'good' | 'warning' | 'danger' | 'info'>> = {
  sent: 'good',
  partlySent: 'warning',
  refused: 'danger',
  notSent: 'danger',
  unknown: 'warning',
  outbox: 'warning',
  waiting: 'info',
  unrecorded: '',
};
