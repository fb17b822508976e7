import { lazyControl } from '../../../form-view/control-choice.ts';
import type { PresetView } from '../../../form-view/preset-view.ts';
import { preset as slider } from '../preset.ts';

const control = lazyControl(() => import('./slider.tsx'), 'for', 'slider');

export const preset: PresetView = { ...slider, look: () => control };
