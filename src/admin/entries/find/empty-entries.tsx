// The page without a single row: why, and what to do about it.
import type { ApiForm } from '../../../api-types/forms.ts';
import { useTexts } from '../../texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/notices.tsx';
import { firstState, type TableState } from './table-state.ts';

export interface EmptyEntriesProps {
  readonly form: ApiForm;
  readonly state: TableState;
  readonly setState: (state: TableState) => void;
}

export function EmptyEntries({ form, state, setState }: EmptyEntriesProps) {
  const t = useTexts('entries/table');
  const showAll = <Button onPress={() => setState({ ...firstState, status: 'all' })}>{t('showAll')}</Button>;
  if (form.current.all === 0) {
    return (
      <Empty icon="table" title={t('none')} text={t('noneText')}>
        <LinkButton kind="primary" icon="share" href={`/admin/forms/${form.id}/share/`}>
          {t('share')}
        </LinkButton>
      </Empty>
    );
  }
  if (state.search.trim() !== '' || state.where !== undefined) {
    const cleared = { ...state, search: '', where: undefined };
    return (
      <Empty icon="search" title={t('notFound')} text={t('notFoundText')}>
        {state.status !== 'all' && (
          <Button onPress={() => setState({ ...state, status: 'all', since: 'any' })}>{t('searchEverywhere')}</Button>
        )}
        <Button onPress={() => setState(cleared)}>{t('clearFilters')}</Button>
      </Empty>
    );
  }
  if (state.status === 'submitted' && state.since === 'any') {
    return (
      <Empty icon="table" title={t('noSubmitted')} text={t('noSubmittedText', { count: form.current.all })}>
        {showAll}
        <LinkButton icon="share" href={`/admin/forms/${form.id}/share/`}>
          {t('share')}
        </LinkButton>
      </Empty>
    );
  }
  return (
    <Empty icon="table" title={t('noMatch')} text={t('noMatchText')}>
      {showAll}
    </Empty>
  );
}
