import { lazyControl } from '../../../form-view/control-choice.ts';

export const look = lazyControl(() => import('./sign.tsx'), 'group', 'sign', 'rich');
