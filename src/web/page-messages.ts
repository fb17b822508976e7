// Messages between a page and a frame in it. Both are pages of this service: messages of other origins are not heard, nor those of
// another pair, which has another mark.

export interface Messages<Message> {
  send(to: Window, message: Message): void;
  /** Hears what `from` says; answers a function that ends it. */
  hear<Heard extends Message>(from: () => Window | null, take: (message: Heard) => void): () => void;
}

export function createMessages<Message>(mark: string): Messages<Message> {
  return {
    send(to, message) {
      to.postMessage({ mark, message }, location.origin);
    },
    hear<Heard extends Message>(from: () => Window | null, take: (message: Heard) => void) {
      const listener = (event: MessageEvent) => {
        if (event.origin !== location.origin || event.source !== from()) return;
        const body = event.data as { mark?: unknown; message: Heard } | null;
        if (body?.mark === mark) take(body.message);
      };
      addEventListener('message', listener);
      return () => removeEventListener('message', listener);
    },
  };
}
