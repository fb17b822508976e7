// The starting forms: their names and pictures; what each is called and what it is for: gallery.json of src/words. A form itself comes when it is looked at.
import { loadPart } from '../../load-part.ts';
import type { TextKey } from '../../texts.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { MakeForm } from './gallery-form.ts';

export interface GalleryItem {
  readonly key: TextKey<'gallery/title'>;
  readonly icon: IconName;
  readonly load: () => Promise<MakeForm>;
}

export const gallery: readonly GalleryItem[] = [
  {
    key: 'contact',
    icon: 'mail',
    load: async () => (await loadPart(() => import('./contact.ts'))).contact,
  },
  {
    key: 'event-registration',
    icon: 'people',
    load: async () => (await loadPart(() => import('./event-registration.ts'))).eventRegistration,
  },
  {
    key: 'feedback',
    icon: 'chart',
    load: async () => (await loadPart(() => import('./feedback.ts'))).feedback,
  },
  {
    key: 'job-application',
    icon: 'person',
    load: async () => (await loadPart(() => import('./job-application.ts'))).jobApplication,
  },
  {
    key: 'order',
    icon: 'list',
    load: async () => (await loadPart(() => import('./order.ts'))).order,
  },
  {
    key: 'consent',
    icon: 'edit',
    load: async () => (await loadPart(() => import('./consent.ts'))).consent,
  },
  {
    key: 'intake',
    icon: 'form',
    load: async () => (await loadPart(() => import('./intake.ts'))).intake,
  },
  {
    key: 'school-trip',
    icon: 'check',
    load: async () => (await loadPart(() => import('./school-trip.ts'))).schoolTrip,
  },
  {
    key: 'expense-claim',
    icon: 'file',
    load: async () => (await loadPart(() => import('./expense-claim.ts'))).expenseClaim,
  },
  {
    key: 'service-request',
    icon: 'gear',
    load: async () => (await loadPart(() => import('./service-request.ts'))).serviceRequest,
  },
];
