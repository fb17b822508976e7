// Settings of a file field: which files it takes. [builder]
import { useState } from 'preact/hooks';
import type { KindSettings } from '../../../admin/builder/properties/kind-settings.ts';
import type { PropertyProps } from '../../../admin/builder/properties/property-props.ts';
import { useTexts } from '../../../admin/texts.ts';
import { TextField } from '../../../admin/ui/fields.tsx';
import type { Element } from '../../../core/definition/form-definition.ts';

export const settings: KindSettings = [{ place: 'type', properties: ['fileTypes', 'fileMaxSize'], Part: FileLimits }];

const bytesPerMb = 1_000_000;

function FileLimits({ element, set }: Pick<PropertyProps, 'element' | 'set'>) {
  return (
    <>
      <TypesField element={element} set={set} />
      <SizeField element={element} set={set} />
    </>
  );
}

function TypesField({ element, set }: { element: Element; set: PropertyProps['set'] }) {
  const t = useTexts('builder/property');
  const given = element.fileTypes?.join(', ') ?? '';
  const [typed, setTyped] = useState(given);
  // While it means the same it stays as typed: a comma at the end is where the next type will stand.
  const shown = listOf(typed).join(', ') === given ? typed : given;
  return (
    <TextField
      label={t('fileTypes')}
      hint={t('fileTypesHint')}
      dir="ltr"
      isMono
      value={shown}
      onChange={(text) => {
        setTyped(text);
        const types = listOf(text);
        set({ fileTypes: types.length === 0 ? undefined : types });
      }}
    />
  );
}

function SizeField({ element, set }: { element: Element; set: PropertyProps['set'] }) {
  const t = useTexts('builder/property');
  const given = element.fileMaxSize === undefined ? '' : String(element.fileMaxSize / bytesPerMb);
  const [typed, setTyped] = useState(given);
  const bytesOf = (text: string) => Math.round(Number(text.replace(',', '.')) * bytesPerMb);
  const isGood = typed.trim() === '' || bytesOf(typed) > 0;
  const isSame = (typed.trim() === '' ? undefined : bytesOf(typed)) === element.fileMaxSize;
  return (
    <TextField
      label={t('fileMaxSize')}
      dir="ltr"
      value={isSame || !isGood ? typed : given}
      error={isGood ? undefined : t('anyNumber')}
      onChange={(text) => {
        setTyped(text);
        if (text.trim() === '') set({ fileMaxSize: undefined });
        else if (bytesOf(text) > 0) set({ fileMaxSize: bytesOf(text) });
      }}
    />
  );
}

function listOf(text: string): string[] {
  return text.split(',').flatMap((type) => (type.trim() === '' ? [] : [type.trim()]));
}
