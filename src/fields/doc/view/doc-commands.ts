// What the buttons above rich text do to it, and which of them are on where the cursor is.
import type Squire from 'squire-rte';

export type DocCommand =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'heading'
  | 'subheading'
  | 'bulletList'
  | 'numberedList'
  | 'link'
  | 'undo'
  | 'redo';

/** The page's title is the only first one. */
const headingTags = { heading: 'H2', subheading: 'H3' } as const;

export function activeCommands(editor: Squire): Set<DocCommand> {
  const active = new Set<DocCommand>();
  if (editor.hasFormat('B')) active.add('bold');
  if (editor.hasFormat('I')) active.add('italic');
  if (editor.hasFormat('U')) active.add('underline');
  if (editor.hasFormat('A')) active.add('link');
  const heading = findAround(editor, 'h1, h2, h3, h4, h5, h6');
  if (heading !== undefined) active.add(heading.nodeName <= headingTags.heading ? 'heading' : 'subheading');
  const list = findAround(editor, 'ul, ol');
  if (list !== undefined) active.add(list.nodeName === 'UL' ? 'bulletList' : 'numberedList');
  return active;
}

type Run = (editor: Squire, isOn: boolean) => void;

export const runCommand: Readonly<Record<Exclude<DocCommand, 'link'>, Run>> = {
  bold: (editor, isOn) => (isOn ? editor.removeBold() : editor.bold()),
  italic: (editor, isOn) => (isOn ? editor.removeItalic() : editor.italic()),
  underline: (editor, isOn) => (isOn ? editor.removeUnderline() : editor.underline()),
  bulletList: (editor, isOn) => (isOn ? editor.removeList() : editor.makeUnorderedList()),
  numberedList: (editor, isOn) => (isOn ? editor.removeList() : editor.makeOrderedList()),
  heading: (editor, isOn) => setBlocks(editor, isOn ? 'P' : headingTags.heading),
  subheading: (editor, isOn) => setBlocks(editor, isOn ? 'P' : headingTags.subheading),
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
};

function setBlocks(editor: Squire, tag: string): void {
  editor.modifyBlocks((blocks) => {
    for (const block of [...blocks.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6')]) {
      if (block.closest('ul, ol, table') !== null) continue;
      const changed = document.createElement(tag);
      for (const { name, value } of [...block.attributes]) changed.setAttribute(name, value);
      changed.append(...block.childNodes);
      block.replaceWith(changed);
    }
    return blocks;
  });
  editor.focus();
}

export function findAround(editor: Squire, selector: string): Element | undefined {
  const { startContainer } = editor.getSelection();
  const start = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const found = start?.closest(selector) ?? undefined;
  return found !== undefined && editor.getRoot().contains(found) && found !== editor.getRoot() ? found : undefined;
}
