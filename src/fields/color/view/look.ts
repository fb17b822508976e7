import { lazyControl } from '../../../form-view/control-choice.ts';

export const look = lazyControl(() => import('./color.tsx'), 'for', 'color');
