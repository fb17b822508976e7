import { lazyControl } from '../../../form-view/control-choice.ts';

export const look = lazyControl(() => import('./rate.tsx'), 'group', 'rate');
