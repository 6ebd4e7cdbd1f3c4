/** False where the browser refuses both ways. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The old way, for web views and plain http, where the new one is refused or missing. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position: fixed; top: 0; opacity: 0'
  // Inside an open sheet: outside of it the sheet takes the focus back at once.
  const around = focused?.closest('[role="dialog"]') ?? document.body
  around.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

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
