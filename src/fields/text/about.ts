import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fInput: { schema: 'InputElement', about: 'One line of text.', brief: 'text' },
  fLngTxt: { schema: 'LongTextElement', about: 'Text of several lines.', brief: 'long text' },
};
