// Written by `npm run words` from src/words/<language>/server/items.json.
import en from '../../en/server/items.json' with { type: 'json' };
import he from '../../he/server/items.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const itemsWords: Words<typeof en> = { en, he };
