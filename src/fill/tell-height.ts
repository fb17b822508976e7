// Inside a frame, tells the page around it how high the form is; embed.ts there sizes the frame.

export function tellHeight(app: HTMLElement): void {
  if (parent === window) return;
  document.documentElement.classList.add('embedded');
  const tell = () =>
    parent.postMessage({ type: 'formstead:height', height: Math.ceil(app.getBoundingClientRect().height) }, '*');
  new ResizeObserver(tell).observe(app);
}
