// Forms and entries for tests, pictures and benchmarks of PDFs. Two that use every kind of element: order-form.ts, hebrew-form.ts.

import type { Element, FormDefinition, JsonObject } from '../../src/core/definition/form-definition.ts';
import { compileForm } from '../../src/core/plan/compile-form.ts';
import { compileTools } from '../../src/core/plan/compile-tools.ts';
import type { PdfEntry, PdfForm } from '../../src/server/pdf/pdf-entry.ts';
import type { PdfRequest } from '../../src/server/pdf/pdf-maker.ts';

export const now = '2024-05-17T09:30:00.000Z';

export function pdfForm(definition: FormDefinition): PdfForm {
  const title = definition.publicName ?? definition.name ?? 'Form';
  const plan = compileForm(definition, compileTools);
  return { id: '64b0c1d2e3f4a5b6c7d8e9f0', account: 'one', title, definition, plan };
}

export function formOf(children: Element[], more: Partial<FormDefinition> = {}): PdfForm {
  const rootElem: Element = { type: 'cSection', name: 'root', children };
  return pdfForm({ name: 'Test form', ...more, formSchema: { rootElem } });
}

export function submitted(data: JsonObject): PdfEntry {
  const id = '665f00aa11bb22cc33dd44ee';
  const createTime = '2024-05-17T09:12:44.120Z';
  return { id, idx: 41, submitIdx: 38, status: 'submitted', createTime, submitTime: now, data };
}

export function pdfRequest(form: PdfForm, data: JsonObject, more: Partial<PdfRequest> = {}): PdfRequest {
  const entry = submitted(data);
  return {
    layout: { type: 'auto' },
    form,
    entry,
    isArchive: false,
    readImage: async () => undefined,
    now: now,
    ...more,
  };
}

export function upload(name: string, type: string, size: number) {
  const storageKey = `files/${name}`;
  return { name, type, size, storageKey, storageBucket: 'b', url: `https://files.example.org/${name}` };
}

/** A hand that writes: loops along a line. */
export function handwriting(loops: number): JsonObject {
  const stroke = (from: number, to: number, lift: number) => ({
    cWidth: 400,
    cHeight: 160,
    points: Array.from({ length: 60 }, (_, i) => {
      const t = from + ((to - from) * i) / 59;
      const wave = Math.sin(t * loops * Math.PI * 2);
      return { x: 40 + t * 300 + wave * 14, y: 90 - Math.cos(t * loops * 5.1 + lift) * (38 - t * 20), time: i * 16 };
    }),
  });
  return {
    strokes: [
      stroke(0, 0.55, 0),
      stroke(0.6, 1, 2),
      { cWidth: 400, cHeight: 160, points: [{ x: 352, y: 120, time: 2000 }] },
    ],
  };
}

/** A drawn signature as it is stored. */
export const strokesOf = (loops: number) => {
  const { strokes } = handwriting(loops) as {
    strokes: { cWidth: number; cHeight: number; points: { x: number; y: number; time: number }[] }[];
  };
  return `strokes:${JSON.stringify(strokes.map((s) => [s.cWidth, s.cHeight, s.points.flatMap((p) => [p.x, p.y, p.time])]))}`;
};
