const quietMs = 300;

/** Runs `work` once things have been quiet for a while. */
export function debounce(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, quietMs);
  };
}
