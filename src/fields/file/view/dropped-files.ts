// Files that are dropped on a page.

export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** A file that is dropped beside the field would be opened instead of the form, and everything typed would be gone. */
export function keepPage(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}

/** Folders come as files that cannot be read. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.());
  return [...files].filter((_, index) => entries[index]?.isDirectory !== true);
}
