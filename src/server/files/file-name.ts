// Which names a file may have: those that every system can save. [files.policy.names]

const maxLength = 255;
/** Control characters are in no name either: they would end up in headers. */
const forbidden = /[\\/:*?"<>|\u0000-\u001f\u007f]/;
/** Also with an extension: Windows takes `nul.txt` for the device. */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:\.|$)/i;

export function isFileName(name: string): boolean {
  if (name === '' || [...name].length > maxLength) return false;
  return !forbidden.test(name) && !name.startsWith('.') && !/[ .]$/.test(name) && !deviceNames.test(name);
}
