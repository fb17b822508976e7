// describe_form_language: the documents of the form language, whole sections at a time, and the properties of one type of elements.
// [mcp.language]
import { containerTypes, contentTypes, type ElementType, fieldTypes } from '../fields/element-types.ts';
import { propertyRows } from '../fields/property-docs.ts';
import type { Tool } from './tool.ts';
import { ToolError } from './tool-error.ts';

const guides = ['form-language', 'expressions'];

export const describeLanguage: Tool = {
  name: 'describe_form_language',
  title: 'How forms are written',
  description:
    'The form language with examples. Without a topic: a whole form, and the list of topics. With one: that section. With a type of elements: the properties that they have. Read it before you write a form.',
  kind: 'reads',
  input: {
    topic: { type: 'string', maxLength: 200, description: 'One of `topics`.' },
    element: {
      type: 'string',
      enum: [...containerTypes, ...fieldTypes, ...contentTypes],
      description: 'A type of elements.',
    },
  },
  run: async ({ topic, element }, { readGuide }, signal) => {
    if (element !== undefined && topic !== undefined)
      throw new ToolError('Give either topic or element.', ['topic', 'element']);
    const sections = (
      await Promise.all(guides.map(async (name) => sectionsOf(name, await readGuide(name, signal))))
    ).flat();
    const topics = sections.map(({ name }) => name);
    if (element !== undefined) return { text: propertyRows(element as ElementType), topics };
    if (topic === undefined) {
      const [start, whole] = sections;
      return { text: `${start?.text}\n\n${whole?.text}`, topics };
    }
    const found = sections.find(({ name }) => name === topic);
    if (found === undefined)
      throw new ToolError(`There is no topic "${topic}". Topics are: ${topics.join(', ')}.`, ['topic']);
    return { text: found.text, topics };
  },
};

/** A section for each heading of the second and third level; the first is what stands before them. */
export function sectionsOf(guide: string, text: string): { name: string; text: string }[] {
  return text.split(/^(?=##{1,2} )/m).map((part) => {
    const [, title] = /^###? (.*)$/m.exec(part.startsWith('##') ? part : '') ?? [];
    return { name: title === undefined ? guide : `${guide}: ${title}`, text: part.trim() };
  });
}
