const endings: (() => unknown)[] = []

/**
 * Runs after the file's last test, wherever in the file it was asked for: a hook of the test runner that is set inside a
 * test never runs.
 */
export function atFileEnd(end: () => unknown): void {
  endings.push(end)
}

/** The newest first: what was opened last stands on what was opened before. */
export async function endFile(): Promise<void> {
  for (let end = endings.pop(); end; end = endings.pop()) await end()
}
