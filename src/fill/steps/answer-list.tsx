// All questions with their answers in words, by step; each with a way back to it where it can still be changed. [fill-links.review]
import type { FormState } from '../../form-view/form-state.ts';
import type { ViewNode } from '../../form-view/view-node.ts';
import { wordsOf } from '../../form-view/words.ts';
import { type AnswerLine, listAnswers } from './review-lines.ts';

export interface AnswerGroup {
  readonly title: string;
  readonly nodes: readonly ViewNode[];
}

export interface AnswerListProps {
  readonly state: FormState;
  readonly groups: readonly AnswerGroup[];
  readonly onChange?: (path: string) => void;
}

export function AnswerList({ state, groups, onChange }: AnswerListProps) {
  const words = wordsOf('steps', state.plan.locale);
  const titled = groups.map(({ title, nodes }, at) => ({
    title: title === groups[at - 1]?.title ? '' : title,
    lines: listAnswers(state, nodes),
  }));
  const draw = (line: AnswerLine) =>
    line.kind === 'title' ? (
      <h4 key={line.key}>
        <bdi>{line.title}</bdi>
      </h4>
    ) : (
      <div class="answer" key={line.path}>
        <p class="answer-question">
          <bdi>{line.label}</bdi>
        </p>
        <p class={line.answer === '' ? 'answer-text hint' : 'answer-text'}>
          <bdi>{line.answer || words.none}</bdi>
        </p>
        {onChange !== undefined && (
          <button
            type="button"
            class="quiet"
            aria-label={`${words.change}: ${line.label}`}
            onClick={() => onChange(line.path)}
          >
            {words.change}
          </button>
        )}
      </div>
    );
  return (
    <div class="answers">
      {titled.map(({ title, lines }, at) => (
        <section key={at}>
          {title && (
            <h3>
              <bdi>{title}</bdi>
            </h3>
          )}
          {lines.map(draw)}
        </section>
      ))}
    </div>
  );
}
