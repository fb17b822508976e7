// What holds other elements: a section, columns, tabs, repeating rows. All of it is seen at once: tabs are pages one under the other,
// and a repeat shows one row.
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { translator, useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { addColumn, tabsOf } from '../tree/columns.ts';
import { ItemContext, useCanvas } from './canvas-context.ts';
import { CanvasList } from './canvas-list.tsx';
import { setLabel, setTabLabel, setText } from './edit-element.ts';
import { Editable } from './editable.tsx';
import { type BodyProps, HelpText, LabelText } from './field-body.tsx';

export interface ContainerProps extends BodyProps {
  /** Of the last heading above. */
  readonly level: number;
}

export function ContainerBody(props: ContainerProps) {
  switch (props.element.type) {
    case 'cRow':
      return <RowBody {...props} />;
    case 'cTabs':
      return <TabsBody {...props} />;
    case 'cRepeat':
      return <RepeatBody {...props} />;
    default:
      return <SectionBody {...props} />;
  }
}

function SectionBody({ element, id, level }: ContainerProps) {
  return (
    <div class={element.label ? 'section cv-section' : 'section cv-section cv-untitled'}>
      <Title level={level}>
        <TitleText element={element} />
      </Title>
      {element.help !== undefined && <HelpText element={element} />}
      <div class="elements">
        <CanvasList elements={childrenOf(element)} owner={id} level={level + 1} />
      </div>
    </div>
  );
}

function RowBody({ element, id, level }: ContainerProps) {
  const columns = (element.children ?? []) as readonly (readonly Element[])[];
  return (
    <div class="columns" style={{ '--columns': columns.length }}>
      {columns.map((column, at) => (
        <div key={at} class="elements">
          <CanvasList elements={column} owner={id} column={at} level={level} />
        </div>
      ))}
    </div>
  );
}

function TabsBody({ element, id, level }: ContainerProps) {
  const t = useTexts('builder/canvas');
  const canvas = useCanvas();
  const { isFirst } = useContext(ItemContext);
  const lists = (element.children ?? []) as readonly (readonly Element[])[];
  const tabs = tabsOf(element);
  const listAt = (at: number) => {
    const path = canvas.pathOf(element);
    return path === undefined ? undefined : `${path}.children.${at}`;
  };
  const add = () => {
    const path = canvas.pathOf(element);
    const words = translator('builder/kind', canvas.words.locale);
    if (path === undefined) return;
    canvas.builder.draft.change((now) => addColumn(now, path, words('tab', { number: tabs.length + 1 })));
  };
  return (
    <div class="tabs cv-tabs">
      {lists.map((list, at) => (
        <div key={at} class="cv-tab">
          <div class="cv-tab-title">
            <span class="cv-tab-number" aria-hidden="true">
              {at + 1}
            </span>
            <Editable
              field={`tab.${at}`}
              label={t('tabTitle', { number: at + 1 })}
              placeholder={tabs[at]?.name ?? t('pageOf', { number: at + 1 })}
              value={tabs[at]?.label ?? ''}
              onChange={(label) => {
                const path = listAt(at);
                if (path !== undefined) setTabLabel(canvas.builder.draft, path, label);
              }}
            />
          </div>
          <div class="elements card">
            <CanvasList elements={list} owner={id} column={at} level={level + 1} />
          </div>
        </div>
      ))}
      {isFirst && (
        <button type="button" class="cv-add-option" onClick={add}>
          <Icon name="plus" size={16} />
          {t('addTab')}
        </button>
      )}
    </div>
  );
}

function RepeatBody({ element, id, level }: ContainerProps) {
  const t = useTexts('builder/canvas');
  const canvas = useCanvas();
  const { texts } = canvas.words;
  const { rowName, label } = element;
  const addText = rowName ? texts('addNamed', rowName) : label ? texts('addTo', label) : texts('addRow');
  return (
    <div class="section repeat cv-section">
      <Title level={level}>
        <LabelText element={element} />
      </Title>
      <div class="rows">
        <div class="elements card">
          <div class="card-head">
            <span class="card-title">
              <Editable
                field="rowName"
                class="cv-row-name"
                label={t('rowName')}
                placeholder={texts('row', '').trim()}
                value={rowName ?? ''}
                onChange={(text) => {
                  const path = canvas.pathOf(element);
                  if (path !== undefined) setText(canvas.builder.draft, path, 'rowName', text);
                }}
              />
              <span aria-hidden="true"> 1</span>
            </span>
          </div>
          <CanvasList elements={childrenOf(element)} owner={id} level={level + 1} />
        </div>
      </div>
      <div class="row-tools" inert>
        <span class="add cv-button">{addText}</span>
      </div>
    </div>
  );
}

function Title({ level, children }: { level: number; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a heading element cannot have any level.
    <div class="title cv-section-title" role="heading" aria-level={level + 1}>
      {children}
    </div>
  );
}

function TitleText({ element }: { element: Element }) {
  const t = useTexts('builder/canvas');
  const canvas = useCanvas();
  return (
    <Editable
      field="label"
      label={t('sectionTitle')}
      placeholder={t('untitledSection')}
      value={element.label ?? ''}
      onChange={(label) => {
        const path = canvas.pathOf(element);
        canvas.fresh.delete(canvas.ids.idOf(element));
        if (path !== undefined) setLabel(canvas.builder.draft, path, label);
      }}
    />
  );
}

function childrenOf({ children = [] }: Element): readonly Element[] {
  return children as readonly Element[];
}
