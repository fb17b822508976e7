// The blocks of a sheet as they are drawn: neighbouring answers are one list, groups have headings, rows of repeats are tables.
import { useId } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import type { SheetBlock, SheetTable } from './describe-sheet.ts';
import { AnswerView } from './sheet-answer-view.tsx';

type AnswerBlock = Extract<SheetBlock, { kind: 'answer' }>;

export function SheetBlocks({ blocks, level }: { blocks: readonly SheetBlock[]; level: number }) {
  return (
    <>
      {runsOf(blocks).map((run, at) =>
        Array.isArray(run) ? (
          <Answers key={at} answers={run} />
        ) : run.kind === 'group' ? (
          <section key={at} class="sheet-group">
            <SheetHeading level={level} title={run.title} />
            <SheetBlocks blocks={run.blocks} level={level + 1} />
          </section>
        ) : run.kind === 'table' ? (
          <RowsTable key={at} table={run} level={level} />
        ) : (
          <Cards key={at} block={run} level={level} />
        ),
      )}
    </>
  );
}

/** Answers that follow each other together. */
function runsOf(blocks: readonly SheetBlock[]): (AnswerBlock[] | Exclude<SheetBlock, AnswerBlock>)[] {
  const runs: (AnswerBlock[] | Exclude<SheetBlock, AnswerBlock>)[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (block.kind !== 'answer') runs.push(block);
    else if (Array.isArray(last)) last.push(block);
    else runs.push([block]);
  }
  return runs;
}

function Answers({ answers }: { answers: readonly AnswerBlock[] }) {
  return (
    <dl class="sheet-answers">
      {answers.map(({ label, answer }, at) => (
        <div key={at} class={isWide(answer) ? 'sheet-line is-wide' : 'sheet-line'}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>
            <AnswerView answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isWide(answer: AnswerBlock['answer']): boolean {
  return answer?.kind === 'pairs';
}

const deepestHeading = 6;

function SheetHeading({ id, level, title }: { id?: string; level: number; title: string }) {
  const Tag = `h${Math.min(level, deepestHeading)}` as 'h3';
  return (
    <Tag class="sheet-heading" {...(id !== undefined && { id })}>
      <bdi>{title}</bdi>
    </Tag>
  );
}

function RowsTable({ table, level }: { table: SheetTable; level: number }) {
  const t = useTexts('entries/sheet');
  const id = useId();
  return (
    <div class="sheet-group">
      <SheetHeading id={id} level={level} title={table.title} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section class="sheet-table-box" aria-labelledby={id} tabIndex={0}>
        <table class="sheet-table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">{t('row')}</span>
                <span aria-hidden="true">#</span>
              </th>
              {table.columns.map((label, at) => (
                <th key={at} scope="col">
                  <bdi>{label}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, place) => (
              <tr key={place}>
                <th scope="row">{place + 1}</th>
                {row.map((answer, at) => (
                  <td key={at}>
                    <AnswerView answer={answer} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Cards({ block, level }: { block: Extract<SheetBlock, { kind: 'cards' }>; level: number }) {
  const t = useTexts('entries/sheet');
  return (
    <section class="sheet-group">
      <SheetHeading level={level} title={block.title} />
      <ol class="sheet-cards">
        {block.cards.map((blocks, at) => (
          <li key={at}>
            <p class="sheet-card-number">
              <bdi>{block.rowName ?? t('row')}</bdi> {at + 1}
            </p>
            <SheetBlocks blocks={blocks} level={level + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}
