import { lazyControl } from '../../../form-view/control-choice.ts';
import type { PresetView } from '../../../form-view/preset-view.ts';
import { preset as ranking } from '../preset.ts';

const control = lazyControl(() => import('./ranking.tsx'), 'group', 'ranking');

export const preset: PresetView = { ...ranking, look: () => control };
