// fSign: a signature drawn with a finger, a pen or the mouse, or written by the page from a typed name.
// [fill-links.signature]
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import SignaturePad from 'signature_pad';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import { richTexts } from '../../../form-view/rich-texts.ts';
import { useLiveText } from '../../../form-view/use-live-text.ts';
import { wordsOf } from '../../../form-view/words.ts';
import type { Stroke } from '../decode-signature.ts';
import { scalePoints, signatureValue, strokeOf, strokesOf } from './signature-strokes.ts';
import { drawTypedName } from './typed-signature.ts';

const writeAfterMs = 150;

export function SignField(props: FieldProps): JSX.Element {
  const { id, value, onChange, isReadonly, isInvalid, locale } = props;
  const texts = richTexts(props);
  const words = wordsOf('fields', locale).sign;
  const [name, setName] = useState<string>();
  const strokes = strokesOf(value);
  const isSigned = strokes === undefined || strokes.length > 0;
  const live = useLiveText();
  const nameInput = useRef<HTMLInputElement>(null);
  const typeButton = useRef<HTMLButtonElement>(null);

  // A stroke may end before the last one has been drawn: it is added to what was told last.
  const latest = useRef({ onChange, strokes });
  latest.current = { onChange, strokes };
  const change = (next: readonly Stroke[]) => {
    latest.current = { ...latest.current, strokes: next };
    latest.current.onChange(signatureValue(next));
  };
  const canvas = useSignaturePad({
    strokes: strokes ?? none,
    hasCanvas: strokes !== undefined,
    isReadonly,
    onStroke(stroke) {
      change([...(latest.current.strokes ?? []), stroke]);
      setName(undefined);
      live.announce(texts('signed'));
    },
  });

  /** For whoever presses Enter, or leaves the box, before the name is written. */
  const writeNow = useRef<() => void>();
  useLayoutEffect(() => {
    if (name === undefined) return undefined;
    const end = () => {
      clearTimeout(timer);
      writeNow.current = undefined;
    };
    const write = () => {
      end();
      change(drawTypedName(name));
      if (name.trim() !== '') live.announce(texts('signed'));
    };
    const timer = setTimeout(write, writeAfterMs);
    writeNow.current = write;
    return end;
  }, [name]);
  const isTyping = name !== undefined;
  useLayoutEffect(() => {
    if (isTyping) nameInput.current?.focus();
  }, [isTyping]);

  const clear = () => {
    setName(isTyping ? '' : undefined);
    change([]);
    live.announce(words.cleared);
    (isTyping ? nameInput : typeButton).current?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the field's label is the name of the group already.
    <div {...groupAttributes(props)} role="group" tabIndex={-1} class={`sign-field${isInvalid ? ' is-invalid' : ''}`}>
      <div class={`sign-paper${isReadonly ? ' is-readonly' : ''}`}>
        {strokes === undefined ? (
          <OpaqueSignature text={String(value)} label={texts('signed')} />
        ) : (
          <canvas ref={canvas} class="sign-canvas" role="img" aria-label={isSigned ? texts('signed') : words.empty} />
        )}
        <span class="sign-line" aria-hidden="true" />
        {!isSigned && !isReadonly && (
          <span class="sign-invitation" aria-hidden="true">
            {texts('sign')}
          </span>
        )}
      </div>
      {isTyping && (
        <div class="sign-typed">
          <label for={`${id}-name`}>{words.name}</label>
          <input
            ref={nameInput}
            class="control"
            id={`${id}-name`}
            type="text"
            autoComplete="name"
            dir="auto"
            maxLength={60}
            value={name}
            aria-describedby={props.describedBy}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onChange={() => writeNow.current?.()}
          />
        </div>
      )}
      {!isReadonly && (
        <div class="sign-tools">
          {!isSigned && !isTyping && <span class="sign-hint">{texts('signHint')}</span>}
          {!isTyping && (
            <button ref={typeButton} type="button" class="quiet" onClick={() => setName('')}>
              {words.type}
            </button>
          )}
          {isSigned && (
            <button type="button" class="quiet with-icon" onClick={clear}>
              <Icon name="close" />
              {texts('clearSignature')}
            </button>
          )}
        </div>
      )}
      <div class="visually-hidden" role="status">
        {live.text}
      </div>
    </div>
  );
}

const none: readonly Stroke[] = [];

/** A text that is not strokes: a picture, or something only its maker can read. */
function OpaqueSignature({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const isImage = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(text);
  return isImage ? <img class="sign-image" src={text} alt={label} /> : <span class="sign-opaque">✓ {label}</span>;
}

interface Pad {
  /** An opaque signature has none. */
  readonly hasCanvas: boolean;
  readonly strokes: readonly Stroke[];
  readonly isReadonly: boolean;
  readonly onStroke: (stroke: Stroke) => void;
}

/** Draws the strokes on a canvas, sharp and at any size, and tells of each new one. */
function useSignaturePad(pad: Pad) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<SignaturePad>();
  const latest = useRef(pad);
  latest.current = pad;
  /** The strokes that are on the canvas. */
  const shown = useRef('');
  const wanted = JSON.stringify(pad.strokes);

  const draw = () => {
    const element = canvas.current;
    if (element === null || held.current === undefined) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    if (size.width === 0) return;
    const density = Math.max(devicePixelRatio, 1);
    element.width = Math.round(size.width * density);
    element.height = Math.round(size.height * density);
    element.getContext('2d')?.scale(density, density);
    const penColor = getComputedStyle(element).color;
    const scale = size.width / referenceWidth;
    Object.assign(held.current, { penColor, minWidth: 0.9 * scale, maxWidth: 2.6 * scale });
    const { dotSize, minWidth, maxWidth, velocityFilterWeight, compositeOperation } = held.current;
    const style = { penColor, dotSize, minWidth, maxWidth, velocityFilterWeight, compositeOperation };
    shown.current = JSON.stringify(latest.current.strokes);
    held.current.fromData(
      latest.current.strokes.map((stroke) => ({
        ...style,
        points: scalePoints(stroke, size).map((point) => ({ ...point, pressure: 0.5 })),
      })),
    );
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const signing = new SignaturePad(element, { throttle: 8 });
    held.current = signing;
    signing.addEventListener('endStroke', () => {
      const points = signing.toData().at(-1)?.points ?? [];
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (points.length === 0) return;
      const stroke = strokeOf(points, size);
      // It is there already: drawing everything again could cut off the next one.
      shown.current = JSON.stringify([...latest.current.strokes, stroke]);
      latest.current.onStroke(stroke);
    });
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const isDark = matchMedia('(prefers-color-scheme: dark)');
    isDark.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      isDark.removeEventListener('change', draw);
      signing.off();
      held.current = undefined;
    };
  }, [pad.hasCanvas]);

  useEffect(() => {
    if (pad.isReadonly) held.current?.off();
    else held.current?.on();
  }, [pad.isReadonly, pad.hasCanvas]);
  useEffect(() => {
    if (wanted !== shown.current) draw();
  }, [wanted, pad.hasCanvas]);
  return canvas;
}

/** The width of paper for which the pen is as thick as it says. */
const referenceWidth = 480;
