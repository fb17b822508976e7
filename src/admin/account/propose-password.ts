// A strong password that can be read over the phone: letters that nobody takes for each other, in groups.

export const minPasswordLength = 8;

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 5;

/** About 99 bits. */
export function proposePassword(): string {
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, randomLetter).join('')).join('-');
}

/** Bytes past the last whole multiple are thrown away, so that no letter is likelier than another. */
function randomLetter(): string {
  const limit = 256 - (256 % letters.length);
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte! < limit) return letters[byte! % letters.length]!;
  }
}
