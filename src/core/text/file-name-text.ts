/** A file's name without the characters that turn text around: `gpj.exe` must not read as `exe.jpg`. */
export function fileNameText(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
