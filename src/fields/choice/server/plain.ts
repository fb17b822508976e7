import type { KindPlain } from '../../../server/web/plain-controls.ts';

export const plain: KindPlain = {
  control({ type }, options) {
    if (options === undefined) return undefined;
    return type === 'fRadio' ? 'radios' : 'select';
  },
};
