// Written by `npm run words` from src/words/<language>/server/pages.json.
import en from '../../en/server/pages.json' with { type: 'json' };
import he from '../../he/server/pages.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const pagesWords: Words<typeof en> = { en, he };
