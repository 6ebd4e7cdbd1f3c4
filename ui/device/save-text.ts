const KEPT_MS = 60_000

/** Hands the reader a text file. Some web views drop it, so the same text must be there to copy. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: Safari fetches it only after this turn, and a slow phone asks its reader first.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
