// The button beside the table for how its rows look: wrapped or cut, roomy or compact; and the standard again.
import { useTexts } from '../../texts.ts';
import { Menu } from '../../ui/menu.tsx';
import type { GridProps } from './grid-props.ts';

export function LayoutMenu({ layout, onLayout }: Pick<GridProps, 'layout' | 'onLayout'>) {
  const t = useTexts('entries/grid');
  const { isWrapped, density } = layout;
  const isCompact = density === 'compact';
  return (
    <div class="layout-menu">
      <Menu
        label={t('layout')}
        icon="rows"
        kind="secondary"
        isIconOnly
        items={[
          { label: t('wrap'), isChecked: isWrapped, onSelect: () => onLayout({ ...layout, isWrapped: !isWrapped }) },
          {
            label: t('compact'),
            isChecked: isCompact,
            onSelect: () => onLayout({ ...layout, density: isCompact ? 'comfortable' : 'compact' }),
          },
          { label: t('standard'), icon: 'undo', onSelect: () => onLayout({ ...layout, widths: {}, order: [] }) },
        ]}
      />
    </div>
  );
}
