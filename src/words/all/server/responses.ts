// Written by `npm run words` from src/words/<language>/server/responses.json.
import en from '../../en/server/responses.json' with { type: 'json' };
import he from '../../he/server/responses.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const responsesWords: Words<typeof en> = { en, he };
