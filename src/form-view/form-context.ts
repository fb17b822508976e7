// What every part of a drawn form can reach: the state of the form and the world around it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FoundValues } from '../client/search-options.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { Options } from '../core/plan/options.ts';
import type { FieldHost } from './field-props.ts';
import type { FormState } from './form-state.ts';

export interface FormHost {
  readonly state: FormState;
  readonly upload: FieldHost['upload'];
  readonly track: FieldHost['track'];
  readonly search: (asked: {
    readonly options: Options | undefined;
    readonly term: string;
    readonly scope: Scope;
    readonly signal: AbortSignal;
  }) => Promise<FoundValues>;
  /** Fields that their owner conceals are not drawn: on the fill page, not for those who read entries. */
  readonly isConcealing?: boolean;
  /** Buttons in the form do what the page's own do. */
  readonly onAction: (action: 'submit' | 'save') => void;
}

export const FormContext = createContext<FormHost | undefined>(undefined);

export function useForm(): FormHost {
  const host = useContext(FormContext);
  if (host === undefined) throw new Error('No FormView.');
  return host;
}

/** The DOM id of what stands at a path of the data. Two paths never share one. */
export function domId(path: string): string {
  return path.replace(/^model/, 'f').replace(/[^a-zA-Z0-9]/g, (character) => {
    return character === '['
      ? '-'
      : character === ']' || character === "'"
        ? ''
        : `_${character.charCodeAt(0).toString(36)}_`;
  });
}
