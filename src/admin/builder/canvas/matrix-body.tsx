// A grid of questions: its rows and columns are typed where they stand. Narrow, questions are cards, as in the form.
import type { Element } from '../../../core/definition/form-definition.ts';
import { useFits } from '../../../form-view/use-fits.ts';
import { LineText, useLines } from './choice-options.tsx';

const mostColumns = 7;

export function MatrixBody({ element }: { element: Element }) {
  const questions = useLines(element, 'matrixQuestions', 'question');
  const options = useLines(element, 'options', 'option');
  const columns = options.lines.filter((line) => line.type === 'option');
  const box = useFits(columns.length > mostColumns ? 'list' : 'grid', element);
  return (
    <div class="questions" ref={box} style={{ '--columns': columns.length }}>
      <div class="question head">
        <span />
        {options.lines.map((line, at) => (
          <span key={at}>
            <LineText list={options} line={line} at={at} field="option" />
          </span>
        ))}
      </div>
      {questions.lines.map((line, at) => (
        <div key={at} class="question">
          <span class="question-label">
            <LineText list={questions} line={line} at={at} field="question" />
          </span>
          {columns.map((column, place) => (
            <div key={place} class="choice" inert>
              <input type="radio" tabIndex={-1} aria-hidden="true" />
              <bdi>{column.label}</bdi>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
