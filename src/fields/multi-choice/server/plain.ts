import type { KindPlain } from '../../../server/web/plain-controls.ts';

export const plain: KindPlain = {
  // An order takes more than boxes.
  control: ({ ranked }, options) => (options === undefined || ranked === true ? undefined : 'boxes'),
};
