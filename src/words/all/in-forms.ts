// Written by `npm run words` from src/words/<language>/in-forms.json.
import en from '../en/in-forms.json' with { type: 'json' };
import he from '../he/in-forms.json' with { type: 'json' };
import type { Words } from '../words.ts';

export const inFormsWords: Words<typeof en> = { en, he };
