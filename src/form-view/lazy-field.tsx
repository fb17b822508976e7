// A field whose code is loaded when it is first drawn. Its place is kept meanwhile, and a load that fails can be tried again.
import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FieldProps } from './field-props.ts';

type Loaded = { readonly Control?: ComponentType<FieldProps>; readonly hasFailed?: boolean };

export function lazyField(load: () => Promise<ComponentType<FieldProps>>): ComponentType<FieldProps> {
  return function LazyField(props: FieldProps) {
    const [{ Control, hasFailed = false }, set] = useState<Loaded>({});
    const start = () => {
      set({});
      load().then(
        (Control) => set({ Control }),
        // Offline, or a new version replaced the file: the person decides when to try again.
        () => set({ hasFailed: true }),
      );
    };
    useEffect(start, []);
    if (Control !== undefined) return h(Control, props);
    return (
      <div class="loading" id={props.id} aria-busy={!hasFailed}>
        {hasFailed && (
          <button type="button" class="quiet" onClick={start}>
            {props.texts('retry')}
          </button>
        )}
      </div>
    );
  };
}
