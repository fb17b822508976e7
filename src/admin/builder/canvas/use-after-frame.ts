// For what may come a moment after the rest: true once a frame without it was shown.
import { useEffect, useState } from 'preact/hooks';
import { afterFrame } from '../after-frame.ts';

export function useAfterFrame(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => afterFrame(() => setOver(true)), []);
  return isOver;
}
