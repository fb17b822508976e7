// An imported form at a glance.
import { expect, test } from 'vitest';
import { outlineForm } from './outline-form.ts';

test('[forms.import.app] elements in order with their depth, what people read of each, and how many there are of what', () => {
  const { rows, counts, conditions } = outlineForm({
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { type: 'fInput', name: 'a', label: 'Your\n name', reqValidator: { req: 'model.b' } },
          {
            type: 'cSection',
            name: 's',
            label: 'About',
            children: [
              { type: 'cRow', name: 'r', children: [[{ type: 'fDate', name: 'b', relevant: 'model.a' }], []] },
              { type: 'eContent', name: 'c', html: '<p>Hello <b>{{ model.a }}</b></p>' },
            ],
          },
          { type: 'cRepeat', name: 'rows', children: [{ type: 'fInput', name: 'd', labelHtml: '<i>D</i>' }] },
        ],
      },
    },
  });
  expect(rows.map(({ path, level, title }) => [path.replace('formSchema.rootElem.', ''), level, title])).toEqual([
    ['children.0', 1, 'Your name'],
    ['children.1', 1, 'About'],
    ['children.1.children.0', 2, 'r'],
    ['children.1.children.0.children.0.0', 3, 'b'],
    ['children.1.children.1', 2, 'Hello …'],
    ['children.2', 1, 'rows'],
    ['children.2.children.0', 2, 'D'],
  ]);
  expect([counts, conditions]).toEqual([{ questions: 3, sections: 1, repeats: 1 }, 2]);
});
