// Written by `npm run words` from src/words/<language>/import.json.
import en from '../en/import.json' with { type: 'json' };
import he from '../he/import.json' with { type: 'json' };
import type { Words } from '../words.ts';

export const importWords: Words<typeof en> = { en, he };
