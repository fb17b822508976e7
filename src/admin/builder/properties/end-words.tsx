// What the ends of a scale mean. [builder]
import { useTexts } from '../../texts.ts';
import { TextField } from '../../ui/fields.tsx';
import type { PropertyProps } from './property-props.ts';

export function EndWords({ element, set }: Pick<PropertyProps, 'element' | 'set'>) {
  const t = useTexts('builder/question');
  return (
    <>
      <TextField
        label={t('low')}
        value={element.rateLow ?? ''}
        onChange={(rateLow) => set({ rateLow: rateLow || undefined })}
      />
      <TextField
        label={t('high')}
        value={element.rateHigh ?? ''}
        onChange={(rateHigh) => set({ rateHigh: rateHigh || undefined })}
      />
    </>
  );
}
