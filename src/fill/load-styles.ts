// Styles that only some forms need, for a form that the page did not arrive with: after sign-in, or changed by its owner meanwhile. The
// page names their files.

export function loadStyles(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="styles"]')?.content ?? '';
  for (const name of names.split(' ').filter(Boolean)) {
    const href = `/assets/${name}`;
    if (document.querySelector(`link[href="${href}"]`) !== null) continue;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
}
