import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fFile: { schema: 'FileElement', about: 'Files that are uploaded.', brief: 'files' },
};
