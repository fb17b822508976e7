// A JSON text as a file on the person's device.

export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by then; Safari reads it a moment after the press.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
