let isAlone = false

/** For the demo: what happens in this page stays in it. No storage, no cookie, no word to other tabs. */
export function keepPageAlone(): void {
  isAlone = true
}

export function isPageAlone(): boolean {
  return isAlone
}
