// What the canvas says around the form.

import type { TextKey } from '../../texts.ts';

export type CanvasTextKey = TextKey<'builder/canvas'>;
