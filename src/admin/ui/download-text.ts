// A text that the page made or loaded, as a file on the person's device.

export function downloadText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads it a moment after the press; until then it must stay.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function downloadJson(name: string, value: unknown): void {
  downloadText(name, 'application/json', `${JSON.stringify(value, null, 2)}\n`);
}
