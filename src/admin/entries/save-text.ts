// A text that the page made, as a file on the person's device.

export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the next turn; until then it must stay.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
