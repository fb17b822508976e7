// What a live region says. The same words twice would not be a change, and nothing would be spoken: they differ by a blank.
import { useState } from 'preact/hooks';

export function useLiveText(): { readonly text: string; readonly announce: (text: string) => void } {
  const [text, setText] = useState('');
  return { text, announce: (next) => setText((before) => (before === next ? `${next}\u00a0` : next)) };
}
