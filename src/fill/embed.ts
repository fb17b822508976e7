// The script that owners put beside a frame with a form (docs/embedding.md): it gives each frame the height its form tells.
{
  const resize = ({ data, source, origin }: MessageEvent<{ type?: unknown; height?: unknown } | null>): void => {
    if (data?.type !== 'formstead:height' || typeof data.height !== 'number') return;
    for (const frame of document.querySelectorAll('iframe')) {
      // Only the frame that speaks, and only while it still shows the page it was given.
      if (frame.contentWindow === source && new URL(frame.src).origin === origin)
        frame.style.height = `${data.height}px`;
    }
  };
  addEventListener('message', resize);
}
