import { type Look, lazyControl } from '../../../form-view/control-choice.ts';
import { lazyPart } from '../../../form-view/lazy-part.tsx';

const control = lazyControl(
  lazyPart(() => import('./doc.tsx')),
  'group',
  'doc',
  'rich',
);

export const look: Look = () => control;
