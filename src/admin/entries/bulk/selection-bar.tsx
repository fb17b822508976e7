// What can be done with the selected entries: those that were ticked, or all that match.
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import type { MatchCount } from '../find/use-match-count.ts';

export interface SelectionBarProps {
  readonly count: number;
  /** All that match are selected. */
  readonly isAll: boolean;
  readonly total: MatchCount | undefined;
  /** All loaded rows are ticked, and there are more. */
  readonly canSelectAll: boolean;
  readonly onSelectAll: () => void;
  readonly onExport: () => void;
  readonly onPdfs: () => void;
  readonly onStatus: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const t = useTexts('entries/bulk');
  const formats = useFormats();
  const { total, isAll } = props;
  const shown = total === undefined ? '…' : formats.number(total.count);
  const text = !isAll
    ? t('selected', { count: props.count })
    : t(total?.isMore ? 'manySelected' : 'allSelected', { count: shown });
  return (
    <div class="selection-bar">
      <div class="selection-count">
        <strong role="status">{text}</strong>
        {props.canSelectAll && !isAll && total !== undefined && (
          <button type="button" class="link-button" onClick={props.onSelectAll}>
            {t(total.isMore ? 'selectMany' : 'selectAll', { count: shown })}
          </button>
        )}
      </div>
      <div class="buttons">
        <Button icon="download" onPress={props.onExport}>
          {t('export')}
        </Button>
        <Button icon="file" onPress={props.onPdfs}>
          {t('pdfs')}
        </Button>
        <Button icon="edit" onPress={props.onStatus}>
          {t('status')}
        </Button>
        <Button icon="trash" onPress={props.onDelete}>
          {t('delete')}
        </Button>
        <Button kind="quiet" icon="close" label={t('clear')} onPress={props.onClear} />
      </div>
    </div>
  );
}
