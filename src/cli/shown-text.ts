// A text of a form or a set must not do anything to the terminal that shows it. [running.commands.forms.diff]

/** Line breaks and tabs stay. */
export function shownText(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
