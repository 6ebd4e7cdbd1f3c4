/**
 * Opens a window whose address must be fetched first. The window comes before the address: only while the press is fresh
 * do browsers let one open. False when it was refused.
 */
export function openWindow(address: Promise<string>): boolean {
  const opened = window.open('', '_blank')
  if (!opened) return false
  opened.opener = null
  void address.then(
    (url) => opened.location.replace(url),
    () => opened.close(),
  )
  return true
}
