// Written by `npm run words` from src/words/<language>/answers.json.
import en from '../en/answers.json' with { type: 'json' };
import he from '../he/answers.json' with { type: 'json' };
import type { Words } from '../words.ts';

export const answersWords: Words<typeof en> = { en, he };
