import { lazyControl } from '../../../form-view/control-choice.ts';
import type { PresetView } from '../../../form-view/preset-view.ts';
import { preset as scale } from '../preset.ts';

const control = lazyControl(() => import('./scale.tsx'), 'group', 'rate');

export const preset: PresetView = { ...scale, look: () => control };
