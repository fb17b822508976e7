// The keys of the builder.
import { useTexts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { BuilderTextKey } from './builder-texts.ts';

type Shortcut = readonly [keys: string, text: BuilderTextKey];

const onForm: readonly Shortcut[] = [
  ['Enter, F2', 'keyType'],
  ['Enter', 'keyNext'],
  ['/', 'keyAdd'],
  ['Esc', 'keyLeave'],
];
const inOutline: readonly Shortcut[] = [
  ['↑ ↓ Home End', 'keyMove'],
  ['← →', 'keyParent'],
  ['A … Z', 'keyFind'],
  ['Enter', 'keyEdit'],
  ['Insert, +', 'keyAdd'],
  ['Shift + ↑ ↓', 'keyExtend'],
  ['Alt + ↑ ↓', 'keyUpDown'],
  ['Alt + ← →', 'keyInOut'],
  ['Ctrl + D', 'keyDuplicate'],
  ['Ctrl + G', 'keyGroup'],
  ['Ctrl + C, X, V', 'keyCopy'],
  ['Delete', 'keyDelete'],
];
const anywhere: readonly Shortcut[] = [
  ['F6, Shift + F6', 'keyPart'],
  ['Ctrl + S', 'keySave'],
  ['Ctrl + Enter', 'keyPreview'],
  ['Ctrl + Z', 'keyUndo'],
  ['Ctrl + Shift + Z', 'keyRedo'],
  ['Esc', 'keyBack'],
  ['?', 'keyHelp'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts('builder/builder');
  return (
    <Dialog title={t('help')} onClose={onClose} isWide>
      <div class="shortcut-groups">
        <ShortcutTable title={t('shortcutForm')} shortcuts={onForm} />
        <ShortcutTable title={t('shortcutAnywhere')} shortcuts={anywhere} />
        <ShortcutTable title={t('shortcutHere')} shortcuts={inOutline} />
      </div>
    </Dialog>
  );
}

function ShortcutTable({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const t = useTexts('builder/builder');
  return (
    <section>
      <h3>{title}</h3>
      <dl class="shortcuts">
        {shortcuts.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd dir="ltr">{isApple() ? keys.replace('Ctrl', '⌘').replace('Alt', '⌥') : keys}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
