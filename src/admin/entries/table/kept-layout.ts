// How a person arranged the table of a form: kept on the device.
import { type GridLayout, standardLayout } from './grid-props.ts';

const keyOf = (form: string) => `formstead-layout-${form}`;

export function keptLayout(form: string): GridLayout {
  try {
    return readLayout(JSON.parse(localStorage.getItem(keyOf(form)) ?? 'null'));
  } catch {
    // A device that keeps nothing, or kept something else, shows the standard.
    return standardLayout;
  }
}

export function keepLayout(form: string, layout: GridLayout): void {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(layout));
  } catch {
    // The arrangement then lasts as long as the page.
  }
}

/** Whatever was kept, by this version or another, or came with a saved view: what can be used of it. */
export function readLayout(kept: unknown): GridLayout {
  if (typeof kept !== 'object' || kept === null) return standardLayout;
  const { widths, order, isWrapped, density } = kept as { [name: string]: unknown };
  const numbers = Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
    ([, width]) => typeof width === 'number' && Number.isFinite(width),
  );
  return {
    widths: Object.fromEntries(numbers) as Record<string, number>,
    order: Array.isArray(order) ? order.filter((name): name is string => typeof name === 'string') : [],
    isWrapped: isWrapped === true,
    density: density === 'compact' ? 'compact' : 'comfortable',
  };
}
