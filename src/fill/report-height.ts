// Inside a frame, tells the page around it how high the form is; embed.ts there sizes the frame. [fill-links.frames]

export function reportHeight(app: HTMLElement): void {
  const tell = () => {
    const height = Math.ceil(app.getBoundingClientRect().height);
    // The height of a public page is no secret, and whoever frames it may be anybody.
    parent.postMessage({ type: 'formstead:height', height }, '*');
  };
  new ResizeObserver(tell).observe(app);
  addEventListener('message', ({ data }) => (data as { type?: unknown } | null)?.type === 'formstead:ask' && tell());
}
