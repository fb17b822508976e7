// Before the page is printed: what a box would cut off and what only a tab says is put beside it, for the styles to show.
// [fill-links.print]

export function preparePrint(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(':is(.text, .long-text, .search-select) .control')) {
    box.parentElement!.dataset['print'] = box.value;
  }
  for (const panel of document.querySelectorAll<HTMLElement>('[role=tabpanel]')) {
    const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
    panel.dataset['print'] = tab?.querySelector('bdi')?.textContent ?? '';
  }
}
