import type { KindPlain } from '../../../server/web/plain-controls.ts';

export const plain: KindPlain = { control: () => 'text' };
