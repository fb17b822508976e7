// Written by `npm run words` from src/words/<language>/page/messages.json.
import en from '../../en/page/messages.json' with { type: 'json' };
import he from '../../he/page/messages.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const messagesWords: Words<typeof en> = { en, he };
