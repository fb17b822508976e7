// A file field's own limits: which types, how large, how many. `fileTypes` holds MIME types,
// `image/*` or `.ext`. Sizes are those declared; the server confirms that they are the stored ones.
// [validation.files]

import type { Element, FileObject, JsonValue } from '../definition/form-definition.ts';
import { type ItemTexts, itemText } from '../locale/item-texts.ts';
import type { Rule } from './rules.ts';

export function compileFileLimits({ fileTypes, fileMaxSize, fileMaxNum }: Element): Rule[] {
  const rules: Rule[] = [];
  if (fileTypes !== undefined && fileTypes.length > 0) {
    const types = fileTypes.map((type) => type.toLowerCase());
    rules.push(
      limit((files, texts) => (files.every((file) => isOfType(file, types)) ? undefined : itemText(texts, 'fileType'))),
    );
  }
  if (fileMaxSize !== undefined) {
    rules.push(
      limit((files, texts) =>
        files.every((file) => file.size <= fileMaxSize) ? undefined : itemText(texts, 'fileMaxSize', fileMaxSize),
      ),
    );
  }
  if (fileMaxNum !== undefined) {
    rules.push(
      limit((files, texts) => (files.length <= fileMaxNum ? undefined : itemText(texts, 'fileMaxNum', fileMaxNum))),
    );
  }
  return rules;
}

type FilesCheck = (files: readonly FileObject[], texts: ItemTexts) => string | undefined;

function limit(check: FilesCheck): Rule {
  return {
    level: 'error',
    message: undefined,
    check: (value: JsonValue, _, texts) => check(value as unknown as FileObject[], texts),
  };
}

export function isOfType(file: Pick<FileObject, 'name' | 'type'>, types: readonly string[]): boolean {
  const mime = file.type.toLowerCase().split(';')[0]!.trim();
  const name = file.name.toLowerCase();
  return types.some((type) => {
    if (type.startsWith('.')) return name.endsWith(type);
    if (type.endsWith('/*')) return mime.startsWith(type.slice(0, -1));
    return type === mime || type === '*/*' || type === '*';
  });
}
