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
    dispatchEvent(new Event('formstead:where'));
    if (data.redirect === 'top') addEventListener('formstead:leave', leaveWhole);
  });
  for (const name of ['step', 'submitted']) {
    addEventListener(`formstead:${name}`, (event) => send(name, (event as CustomEvent<object>).detail));
  }
  // The first step was there before.
  dispatchEvent(new Event('formstead:where'));
}

/** Longer than the page around takes to answer, unless it has no embed.js that does. */
const maxWaitMs = 1_000;

/**
 * The address of the form's own rule takes the whole window, where the page around it wants that and the browser allows it. That page
 * hears first what was told before: with the window it would be gone.
 */
function leaveWhole(event: Event): void {
  event.preventDefault();
  const url = (event as CustomEvent<string>).detail;
  const leave = () => {
    removeEventListener('message', onHeard);
    clearTimeout(timer);
    try {
      top!.location.href = url;
    } catch {
      // A sandbox without leave to do so: the frame itself goes there.
      location.assign(url);
    }
  };
  const onHeard = ({ data, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === 'formstead:heard' && source === parent) leave();
  };
  addEventListener('message', onHeard);
  const timer = setTimeout(leave, maxWaitMs);
  parent.postMessage({ type: 'formstead:leave' }, '*');
}
