// The ids in addresses of pictures. Which of them a definition names: src/core/definition/picture-address.ts. [forms.pictures]

/** 128 random bits in base64url. */
const idPattern = /^[A-Za-z0-9_-]{22}$/;

export function isPictureId(text: string): boolean {
  return idPattern.test(text);
}
