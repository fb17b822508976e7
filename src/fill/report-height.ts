// Inside a frame, tells the page around it how high the form is and how far it got; embed.ts there listens. Nothing of what was
// filled in is sent: whoever frames a form may be anybody. [fill-links.frames] [fill-links.events]

export function reportHeight(app: HTMLElement, form: string | undefined): void {
  const send = (type: string, facts: object) => parent.postMessage({ type: `formstead:${type}`, form, ...facts }, '*');
  const sendHeight = () => send('height', { height: Math.ceil(app.getBoundingClientRect().height) });
  const sendLoaded = () => form && send('loaded', {});
  new ResizeObserver(sendHeight).observe(app);
  sendLoaded();
  addEventListener('message', ({ data, source }: MessageEvent<{ type?: unknown; redirect?: unknown } | null>) => {
    if (data?.type !== 'formstead:ask' || source !== parent) return;
    sendHeight();
    sendLoaded();
    if (data.redirect === 'top') addEventListener('formstead:leave', leaveWhole);
  });
  for (const name of ['step', 'submitted']) {
    addEventListener(`formstead:${name}`, (event) => send(name, (event as CustomEvent<object>).detail));
  }
}

/** The address of the form's own rule takes the whole window, where the page around it wants that and the browser allows it. */
function leaveWhole(event: Event): void {
  try {
    top!.location.href = (event as CustomEvent<string>).detail;
    event.preventDefault();
  } catch {
    // A sandbox without leave to do so: the frame itself goes there.
  }
}
