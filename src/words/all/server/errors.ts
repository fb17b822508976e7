// Written by `npm run words` from src/words/<language>/server/errors.json.
import en from '../../en/server/errors.json' with { type: 'json' };
import he from '../../he/server/errors.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const errorsWords: Words<typeof en> = { en, he };
