// The set's addresses and ready pieces of a form definition. docs/form-language.md "Options", "Validators".
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { CopyField } from '../ui/copy-field.tsx';

export function ForDevelopers({ set, dataKeys }: { set: string; dataKeys: readonly string[] }) {
  const t = useTexts('options-sets/forDevelopers');
  const { page } = useApp();
  const address = `${page.apiUrl}/optionsSet/${set}`;
  const [key] = dataKeys;
  const url = `${address}/autocomplete`;
  const filtered = key !== undefined && { url, qs: `{ term: term, query: fn.JSON.stringify(${filterText(key)}) }` };
  const validator = {
    type: 'remote',
    req: { url: `${address}/validate`, qs: '{ value: value }' },
    res: 'res.data.isValid',
    message: t('message'),
  };
  return (
    <details class="card set-developers">
      <summary>
        <h2>{t('title')}</h2>
      </summary>
      <div class="stack">
        <p class="quiet-text">{t('note')}</p>
        <CopyField label={t('id')} text={set} />
        <CopyField label={t('search')} text={`${url}?term=`} />
        <CopyField label={t('validate')} text={`${address}/validate?value=`} />
        <CopyField label={t('options')} rows={4} text={optionsText({ url, qs: '{ term: term }' })} />
        {filtered && <CopyField label={t('filtered')} rows={4} text={optionsText(filtered)} />}
        <CopyField label={t('validator')} rows={9} text={`"validators": [${JSON.stringify(validator, null, 2)}]`} />
      </div>
    </details>
  );
}

function optionsText(options: object): string {
  return `"options": ${JSON.stringify(options, null, 2)}`;
}

/** `{ city: model.city }`: the answer that filters is most likely in a field of the same name. */
function filterText(key: string): string {
  const isWord = /^[A-Za-z_]\w*$/.test(key);
  const quoted = `'${key.replace(/[\\']/g, '\\$&')}'`;
  return isWord ? `{ ${key}: model.${key} }` : `{ ${quoted}: model[${quoted}] }`;
}
