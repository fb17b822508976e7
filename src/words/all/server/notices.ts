// Written by `npm run words` from src/words/<language>/server/notices.json.
import en from '../../en/server/notices.json' with { type: 'json' };
import he from '../../he/server/notices.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const noticesWords: Words<typeof en> = { en, he };
