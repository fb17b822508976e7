// The short XML documents of the storage host: one element per property, values escaped.

export function xmlDocument(root: string, properties: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(properties).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${elements.join('')}</${root}>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character]!);
}
