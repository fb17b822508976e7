import type { KindPlain } from '../../../server/web/plain-controls.ts';
import { dateModeOf } from '../value.ts';

export const plain: KindPlain = {
  control(element) {
    const mode = dateModeOf(element);
    if (mode === 'dt') return undefined; // The person's time zone is not known.
    return mode === 't' ? 'time' : 'day';
  },
};
