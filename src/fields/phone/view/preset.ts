import { lazyControl } from '../../../form-view/control-choice.ts';
import { importPart } from '../../../form-view/import-part.ts';
import type { PresetView } from '../../../form-view/preset-view.ts';
import { isPhoneField } from '../is-phone-field.ts';

const control = lazyControl(() => import('./phone.tsx'), 'for', 'text phone');

export const preset: PresetView = {
  isOne: isPhoneField,
  // Several lines of text stay such.
  look: ({ type }) => (type === 'fInput' ? control : undefined),
  loadAdapt: async (json) =>
    json.includes('"str/phone"') ? (await importPart(() => import('../phone-value.ts'))).adaptPhone : undefined,
};
