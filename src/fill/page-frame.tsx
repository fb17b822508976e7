// The frame of every page of the fill app.
import type { ComponentChildren } from 'preact';

export interface PageFrameProps {
  readonly title: string;
  readonly logo?: string | undefined;
  readonly children: ComponentChildren;
}

export function PageFrame({ title, logo, children }: PageFrameProps) {
  return (
    <main>
      <header>
        {logo !== undefined && <img class="logo" src={logo} alt="" height="48" />}
        <h1>
          <bdi>{title}</bdi>
        </h1>
      </header>
      {children}
    </main>
  );
}
