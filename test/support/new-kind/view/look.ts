import { lazyControl } from '../../../form-view/control-choice.ts';

export const look = lazyControl(() => import('./test.tsx'), 'for', 'text');
