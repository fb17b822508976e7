import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fDoc: { schema: 'RichTextElement', about: 'Text with formatting, as HTML.', brief: 'rich text' },
};
