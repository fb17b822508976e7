// A form inside the app, in a frame of its own: it looks as on the fill page at that width, and its styles and the app's
// cannot meet.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { useApp } from '../app-context.ts';
import {
  type FrameMode,
  type FromFrame,
  frameMessages,
  type ShownForm,
  type TakenData,
  type ToFrame,
} from './frame-messages.ts';

export interface FormFrameProps {
  /** The frame's name for those who do not see it. */
  readonly title: string;
  readonly form: ShownForm;
  readonly mode: FrameMode;
  /** undefined: as a new entry starts. Read when the form is shown; later changes to it are not. */
  readonly data?: JsonObject | undefined;
  readonly entry?: string;
  readonly direction?: 'ltr' | 'rtl' | undefined;
  /** In CSS pixels; missing: all the room there is. */
  readonly width?: number | undefined;
  readonly onChange?: (data: JsonObject) => void;
  readonly onPress?: (modelPath: string) => void;
  readonly onBroken?: (problems: readonly { readonly path: string; readonly message: string }[]) => void;
  readonly onDrawn?: () => void;
  /** For a frame in a dialog: keys pressed inside do not reach the dialog. */
  readonly onEscape?: () => void;
  /** Given once: by it the app takes the data and shows messages. */
  readonly onReady?: (frame: FormFrameHandle) => void;
}

export interface FormFrameHandle {
  /** Waits for uploads, then answers what would be sent. */
  take(): Promise<TakenData>;
  /** Puts the server's messages at their fields. */
  showMessages(messages: readonly ItemMessage[]): void;
  reveal(modelPath: string): void;
  /** Outlines the field at a path without row numbers, also when the form is redrawn. */
  mark(modelPath: string | undefined): void;
}

export function FormFrame(props: FormFrameProps) {
  const { title, form, mode, data, entry, direction, width } = props;
  const { user } = useApp();
  const { theme } = user.settings;
  const box = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(240);
  const handle = useMemo(() => createHandle(() => box.current?.contentWindow ?? null), []);

  // At once: a frame whose code is at hand may be ready before other effects run, and it says so only once.
  useLayoutEffect(() => {
    return frameMessages.hear<FromFrame>(
      () => box.current?.contentWindow ?? null,
      (message) => {
        const { onChange, onPress, onBroken, onDrawn, onReady, onEscape } = latest.current;
        if (message.type === 'ready') {
          setReady(true);
          onReady?.(handle.frame);
        } else if (message.type === 'height') setHeight(message.height);
        else if (message.type === 'changed') onChange?.(message.data);
        else if (message.type === 'pressed') onPress?.(message.path);
        else if (message.type === 'broken') onBroken?.(message.problems);
        else if (message.type === 'drawn') onDrawn?.();
        else if (message.type === 'escape') onEscape?.();
        else handle.settle(message.ask, message.taken);
      },
    );
  }, [handle]);

  // The data is what the form starts with, not what it follows.
  useEffect(() => {
    const frame = box.current?.contentWindow;
    if (!isReady || frame === null || frame === undefined) return;
    const chosen = theme === 'light' || theme === 'dark' ? theme : undefined;
    frameMessages.send(frame, { type: 'show', form, data, mode, entry, direction, theme: chosen });
  }, [isReady, form, mode, entry, direction, theme]);

  return (
    <iframe
      ref={box}
      class="form-frame"
      title={title}
      src="/admin/form-frame/"
      style={{ height: `${height}px`, width: width === undefined ? '100%' : `${width}px` }}
    />
  );
}

function createHandle(frame: () => Window | null) {
  const asked = new Map<number, (taken: TakenData) => void>();
  let count = 0;
  const send = (message: ToFrame) => {
    const to = frame();
    if (to !== null) frameMessages.send(to, message);
  };
  return {
    settle(ask: number, taken: TakenData): void {
      asked.get(ask)?.(taken);
      asked.delete(ask);
    },
    frame: {
      take: () =>
        new Promise<TakenData>((resolve) => {
          count += 1;
          asked.set(count, resolve);
          send({ type: 'take', ask: count });
        }),
      showMessages: (messages: readonly ItemMessage[]) => send({ type: 'messages', messages }),
      reveal: (path: string) => send({ type: 'reveal', path }),
      mark: (path: string | undefined) => send({ type: 'mark', path }),
    } satisfies FormFrameHandle,
  };
}
