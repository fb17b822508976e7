// A form without elements: the usual first fields, one press away.
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/notices.tsx';
import { useBuilder, wishFocus } from '../builder-context.ts';
import { builderTexts } from '../builder-texts.ts';
import { ElementIcon } from '../outline/element-icon.tsx';
import { type KindName, kindTexts } from './kind-texts.ts';

const usual: readonly KindName[] = ['text', 'email', 'radio', 'date', 'section'];

export function FirstField() {
  const { actions, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const kinds = useTexts(kindTexts);
  const add = (kind: KindName) => {
    actions.add(kind);
    wishFocus(ui, 'label', 'properties');
  };
  return (
    <Empty icon="form" title={t('emptyTitle')} text={t('emptyText')}>
      {usual.map((kind) => (
        <button key={kind} type="button" class="button secondary" onClick={() => add(kind)}>
          <ElementIcon name={kind} />
          {kinds(kind)}
        </button>
      ))}
    </Empty>
  );
}
