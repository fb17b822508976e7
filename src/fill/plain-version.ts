// The page as ordinary HTML, which is seen where the script is late. Somebody who fills it in keeps it: it is theirs to send.
// [fill-links.plain]

/** Asked again after each wait: somebody may begin while the rest of the code is on its way. */
export function isPlainUsed(): boolean {
  const forms = [...document.querySelectorAll<HTMLFormElement>('.late form')];
  // The next key belongs to the field that has the focus.
  return forms.some((form) => form.contains(document.activeElement) || isChanged(form));
}

function isChanged(form: HTMLFormElement): boolean {
  const fresh = form.cloneNode(true) as HTMLFormElement;
  fresh.reset();
  return textOf(form) !== textOf(fresh);
}

function textOf(form: HTMLFormElement): string {
  return String(new URLSearchParams(new FormData(form) as never));
}
