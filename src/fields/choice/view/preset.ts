import { lazyControl } from '../../../form-view/control-choice.ts';
import type { PresetView } from '../../../form-view/preset-view.ts';
import { preset as choice } from '../preset.ts';

const boxes = lazyControl(() => import('./more-choices.tsx'), 'group', 'checkbox');
const radios = { ...boxes, className: 'radio' };
const select = { ...lazyControl(() => import('./other-select.tsx'), 'for', 'select'), isSaid: true };

export const preset: PresetView = {
  ...choice,
  look: ({ type }, { value }) => (value.kind === 'multi-choice' ? boxes : type === 'fRadio' ? radios : select),
};
