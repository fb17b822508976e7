// The documents in deploy/kubernetes against the API of Kubernetes: every property exists and has its type. The API server drops what
// it does not know without a word, so that a misspelt probe would be no probe.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Property to type, by kind: from the models that the project's client for JavaScript (2.0.1) generates from OpenAPI 1.36. */
const models: Record<string, Record<string, string>> = JSON.parse(read('test/fixtures/kubernetes-1.36.json'));
const documents = parseAllDocuments(read('deploy/kubernetes/formstead.yaml')).map((one) => one.toJS());

/** What is wrong with a value, with its path. */
function problemsOf(value: unknown, type: string, path: string): string[] {
  const [, item] = /^Array<(.*)>$/.exec(type) ?? [];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    return value.flatMap((one, at) => problemsOf(one, item, `${path}[${at}]`));
  }
  const [, ofMap] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  const model = models[type];
  if (ofMap === undefined && model === undefined) return isPlain(value, type) ? [] : [`${path} is not a ${type}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is not an object`];
  return Object.entries(value).flatMap(([name, one]) => {
    const inner = ofMap ?? model?.[name];
    return inner === undefined ? [`${path}.${name} is unknown`] : problemsOf(one, inner, `${path}.${name}`);
  });
}

function isPlain(value: unknown, type: string): boolean {
  if (type === 'IntOrString') return typeof value === 'string' || Number.isInteger(value);
  expect(['string', 'number', 'boolean']).toContain(type);
  return typeof value === type;
}

test.each(documents.map((document) => [document.kind, document] as const))(
  '[house] deploy: %s has no property that Kubernetes does not know, and each has its type',
  (kind, document) => {
    const versions: Record<string, string> = {
      Deployment: 'apps/v1',
      Service: 'v1',
      PodDisruptionBudget: 'policy/v1',
      Ingress: 'networking.k8s.io/v1',
    };
    expect(document.apiVersion).toBe(versions[kind]);
    expect(problemsOf(document, `V1${kind}`, kind)).toEqual([]);
  },
);

test('[house] deploy: a property that is misspelt, and a text in place of a number, would be found', () => {
  const broken = structuredClone(documents.find(({ kind }) => kind === 'Deployment'));
  broken.spec.replicas = '2';
  const [container] = broken.spec.template.spec.containers;
  container.readynessProbe = container.readinessProbe;
  container.env[0].value = 1;
  expect(problemsOf(broken, 'V1Deployment', 'D')).toEqual([
    'D.spec.replicas is not a number',
    'D.spec.template.spec.containers[0].env[0].value is not a string',
    'D.spec.template.spec.containers[0].readynessProbe is unknown',
  ]);
});
