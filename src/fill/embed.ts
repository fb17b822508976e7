// The script that owners put beside a frame with a form (docs/embedding.md): it gives each frame the height its form tells.
// [fill-links.frames]
addEventListener('message', ({ data, source, origin }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
  if (data?.type !== 'formstead:height' || typeof data.height !== 'number') return;
  for (const frame of document.querySelectorAll('iframe')) {
    // Only the frame that speaks, and only while it still shows the page it was given.
    if (frame.contentWindow !== source || new URL(frame.src).origin !== origin) continue;
    frame.style.height = `${data.height}px`;
  }
});
// Forms that were there first have spoken before anybody listened.
for (const frame of document.querySelectorAll('iframe'))
  frame.contentWindow?.postMessage({ type: 'formstead:ask' }, '*');
