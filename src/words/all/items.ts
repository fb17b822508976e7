// Written by `npm run words` from src/words/<language>/items.json.
import en from '../en/items.json' with { type: 'json' };
import he from '../he/items.json' with { type: 'json' };
import type { Words } from '../words.ts';

export const itemsWords: Words<typeof en> = { en, he };
