// What the app and the frame that draws a form say to each other. Both are of one origin; messages of others are not heard.

import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { FormDefinition, JsonObject } from '../../core/definition/form-definition.ts';
import { createMessages } from '../../web/page-messages.ts';

/** preview: filled at will, nothing is sent. read: nothing can be changed. edit: the app takes the data and saves it. */
export type FrameMode = 'preview' | 'read' | 'edit';

export interface ShownForm {
  /** undefined for a form that was never saved: nothing can be uploaded for it. */
  readonly id: string | undefined;
  readonly definition: FormDefinition;
}

export type ToFrame =
  | {
      readonly type: 'show';
      readonly form: ShownForm;
      readonly data: JsonObject | undefined;
      readonly mode: FrameMode;
      readonly theme: string | undefined;
      /** The entry, for expressions that name it. */
      readonly entry: string | undefined;
      /** Overrules the direction of the form's language. */
      readonly direction: 'ltr' | 'rtl' | undefined;
    }
  | { readonly type: 'take'; readonly ask: number }
  | { readonly type: 'messages'; readonly messages: readonly ItemMessage[] }
  | { readonly type: 'reveal'; readonly path: string }
  /** Outlines the field at a path without row numbers, in every row; undefined: none. The focus stays where it is. */
  | { readonly type: 'mark'; readonly path: string | undefined };

export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  /** The form cannot be drawn: what is wrong with its definition. */
  | { readonly type: 'broken'; readonly problems: readonly { readonly path: string; readonly message: string }[] }
  | { readonly type: 'drawn' }
  | { readonly type: 'changed'; readonly data: JsonObject }
  /** A press on a field: its place in the data. */
  | { readonly type: 'pressed'; readonly path: string }
  /** Escape was pressed and the form had no use for it. */
  | { readonly type: 'escape' }
  | { readonly type: 'taken'; readonly ask: number; readonly taken: TakenData };

export interface TakenData {
  /** As it would be sent: cleaned, with removed files marked. */
  readonly data: JsonObject;
  /** What the rules of the form say to it. */
  readonly problems: readonly ItemMessage[];
  /** False where a file did not arrive. */
  readonly haveFilesArrived: boolean;
}

export const frameMessages = createMessages<ToFrame | FromFrame>('formstead-frame');
