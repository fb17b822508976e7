// Written by `npm run words` from src/words/<language>/server/pdf.json.
import en from '../../en/server/pdf.json' with { type: 'json' };
import he from '../../he/server/pdf.json' with { type: 'json' };
import type { Words } from '../../words.ts';

export const pdfWords: Words<typeof en> = { en, he };
