// Keys and the mouse wherever they are on the page, as the protocol of drivers has them: texts that are typed where they stand and
// what is in a shadow root have no selector of their own.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a hand does: on what has the focus, or at a place of the window. */
export interface Hands {
  /** Names as the DOM has them, with what is held down: `Enter`, `Control+z`. */
  keys(...names: string[]): Promise<void>;
  write(text: string): Promise<void>;
  pressPoint(at: Point): Promise<void>;
  /** Down, a little, there, up. */
  drag(from: Point, to: Point): Promise<void>;
}

type Source = { readonly id: string; readonly type: string; readonly actions: readonly object[] };

export function handsOf(perform: (sources: readonly Source[]) => Promise<unknown>): Hands {
  const withKeys = (actions: readonly object[]) => perform([{ id: 'keys', type: 'key', actions }]);
  const withMouse = (actions: readonly object[]) =>
    perform([{ id: 'mouse', type: 'pointer', actions, ...{ parameters: { pointerType: 'mouse' } } }]);
  const moveTo = ({ x, y }: Point, duration = 0) => ({
    ...{ type: 'pointerMove', duration, origin: 'viewport' },
    ...{ x: Math.round(x), y: Math.round(y) },
  });
  const down = { type: 'pointerDown', button: 0 };
  const up = { type: 'pointerUp', button: 0 };
  return {
    async keys(...names) {
      for (const name of names) {
        const held = name.split('+').map((key) => codes[key] ?? key);
        await withKeys([
          ...held.map((value) => ({ type: 'keyDown', value })),
          ...held.toReversed().map((value) => ({ type: 'keyUp', value })),
        ]);
      }
    },
    write: async (text) =>
      void (await withKeys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )),
    pressPoint: async (at) => void (await withMouse([moveTo(at), down, up])),
    async drag(from, to) {
      const near = { x: from.x, y: from.y + 12 };
      await withMouse([moveTo(from), down, moveTo(near, 50), moveTo(to, 100), moveTo(to, 50), up]);
    },
  };
}

const codes: Record<string, string> = {
  ...{ Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Control: '\uE009', Alt: '\uE00A' },
  ...{ Escape: '\uE00C', End: '\uE010', Home: '\uE011', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014' },
  ...{ ArrowDown: '\uE015', Insert: '\uE016', Delete: '\uE017', F2: '\uE032' },
};
