const endings: (() => unknown)[] = []

/**
 * Runs after the file's last test, even when called inside a test: a test runner's hook that is set inside a test never
 * runs.
 */
export function atFileEnd(end: () => unknown): void {
  endings.push(end)
}

/** Newest first: what was opened last may depend on what was opened before. */
export async function endFile(): Promise<void> {
  for (let end = endings.pop(); end; end = endings.pop()) await end()
}
