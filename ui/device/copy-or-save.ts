/** Returns false when the browser refuses both ways. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Older method for web views and plain http, which refuse or lack the new one. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position: fixed; top: 0; opacity: 0'
  // Put it inside an open sheet: outside, the sheet would take the focus back at once.
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

/** Offers a text file for download. Some web views drop it, so always offer the same text for copying. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Wait: Safari fetches the file only after this task, and a slow phone asks its user first.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
