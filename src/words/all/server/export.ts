// Written by `npm run words` from src/words/<language>/server/export.json.
import en from '../../en/server/export.json' with { type: 'json' };
import he from '../../he/server/export.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const exportWords: Words<typeof en> = { en, he };
