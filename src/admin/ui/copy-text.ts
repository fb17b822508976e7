// Text to the clipboard, also on pages without https, where the browser's own way is missing.

/** `box` is the input or text area that shows it; false where nothing worked, with the text selected there. */
export async function copyText(text: string, box?: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without leave to use the clipboard, or without https: the old way, which takes what is selected.
    box?.select();
    return box !== undefined && document.execCommand('copy');
  }
}
