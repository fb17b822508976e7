// PDFs: the typesetter and the fonts that every PDF needs. A small one is made, with letters of several scripts. [running.doctor]

import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { compileForm } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import type { Log } from '../base/log-types.ts';
import { readFontFiles } from '../pdf/font-files.ts';
import { openPdfMaker } from '../pdf/pdf-maker.ts';
import { type Finding, gigabytes, ok, problem, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';

const definition: FormDefinition = {
  name: 'Doctor',
  formSchema: {
    rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'text', label: 'שלום' }] },
  },
};
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export async function pdfFindings(): Promise<Finding[]> {
  const remedy = 'Install Formstead again: packages that it needs are missing or damaged.';
  try {
    readFontFiles();
  } catch (error) {
    return [problem('pdf.fonts', `Fonts are missing: ${wordsOf(error)}.`, remedy)];
  }
  const maker = openPdfMaker({ log: silent, workers: 1 });
  try {
    const now = new Date(machineTime()).toISOString();
    const pdf = await maker.make({
      layout: { type: 'auto' },
      form: {
        id: '0'.repeat(24),
        account: 'doctor',
        title: 'Doctor',
        definition,
        plan: compileForm(definition, compileTools),
      },
      entry: { id: undefined, status: 'submitted', createTime: now, data: { text: 'Ω أ ☃' } },
      isArchive: true,
      readImage: async () => undefined,
      now,
    });
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('what was made is not a PDF');
    return [
      ok('pdf.fonts', 'The fonts are there.'),
      ok('pdf.typesetter', `A PDF of ${gigabytes(pdf.length)} was made.`),
    ];
  } catch (error) {
    return [
      problem(
        'pdf.typesetter',
        `No PDF can be made: ${wordsOf(error)}.`,
        `${remedy} Each PDF process needs about 400 MB of memory, and a system that lets processes be started.`,
      ),
    ];
  } finally {
    await maker.close();
  }
}
