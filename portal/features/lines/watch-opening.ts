/** An app that opens covers the page sooner than this. */
export const OPENING_MS = 1200

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Calls back when the page is still visible a moment after a tap on a link: then probably nothing opened. A page that was
 * covered in between is never reported, not even when its reader comes back. Returns the end of the watch.
 */
export function watchOpening(onStillHere: () => void, page: Page = document): () => void {
  const end = () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', onChange)
  }
  const onChange = () => {
    if (page.visibilityState === 'hidden') end()
  }
  const timer = setTimeout(() => {
    end()
    if (page.visibilityState === 'visible') onStillHere()
  }, OPENING_MS)
  page.addEventListener('visibilitychange', onChange)
  return end
}
