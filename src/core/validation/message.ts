// One message about one value of an entry, and the text that names the value: model['items'][0]['product'].
// [validation.messages] [values.paths.odd-names]

export function quoteName(name: string): string {
  return `['${name.replace(/[\\']/g, '\\$&')}']`;
}
