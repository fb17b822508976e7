// Where the toolbar is: at the selected element. It is one for the whole canvas, a tree of its own that moves there, since drawing it
// takes longer than everything else about a selection.
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { AppContext, useApp } from '../../app-context.ts';
import { BuilderContext, useBuilder } from '../builder-context.ts';
import { CanvasContext, useCanvas } from './canvas-context.ts';
import { ItemToolbar, type ItemToolbarProps } from './item-toolbar.tsx';

export function ToolbarPlace(props: ItemToolbarProps) {
  const app = useApp();
  const builder = useBuilder();
  const canvas = useCanvas();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { toolbar } = canvas;
    if (toolbar.parentElement !== place.current) place.current!.append(toolbar);
    render(
      <AppContext.Provider value={app}>
        <BuilderContext.Provider value={builder}>
          <CanvasContext.Provider value={canvas}>
            <ItemToolbar {...props} />
          </CanvasContext.Provider>
        </BuilderContext.Provider>
      </AppContext.Provider>,
      toolbar,
    );
  });
  return <div ref={place} class="cv-place" />;
}
