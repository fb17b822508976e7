// A switch whose place is kept on the device.
import { useState } from 'preact/hooks';

export function useKeptSwitch(key: string, first: boolean): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    try {
      const kept = localStorage.getItem(key);
      return kept === null ? first : kept === 'on';
    } catch {
      return first;
    }
  });
  const change = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(key, next ? 'on' : 'off');
    } catch {
      // It then lasts as long as the page.
    }
  };
  return [isOn, change];
}
