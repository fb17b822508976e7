// What the builder says around the properties of an element.

import type { TextKey } from '../texts.ts';

export type BuilderTextKey = TextKey<'builder/builder'>;
