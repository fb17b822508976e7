import { lazyControl } from '../../../form-view/control-choice.ts';

export const look = lazyControl(() => import('./doc.tsx'), 'group', 'doc', 'rich');
