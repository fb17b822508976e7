// Written by `npm run words` from src/words/<language>/language.json.
import en from '../en/language.json' with { type: 'json' };
import he from '../he/language.json' with { type: 'json' };

export const languages = { en, he };
