// Written by `npm run words` from src/words/<language>/server/mail.json.
import en from '../../en/server/mail.json' with { type: 'json' };
import he from '../../he/server/mail.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const mailWords: Words<typeof en> = { en, he };
