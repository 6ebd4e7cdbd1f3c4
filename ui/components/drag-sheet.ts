/** Released further down than this share of its height, a sheet closes. */
const FAR_SHARE = 0.3
/** So does a quick flick, in pixels per millisecond, even if it is short. */
const FLICK = 0.6
/** Shorter moves are taps. */
const NEAR_PX = 6
const PHONE = '(width < 40em)'

type Grab = { id: number; startPx: number; movedPx: number; atMs: number; speed: number }
type Drag = {
  /** What moves, and what is grabbed: the rest of the sheet scrolls. */
  sheet: HTMLElement
  handle: HTMLElement
  /** Asks the sheet to close, as its button does. */
  close(): void
  /** False when the sheet did not close: something typed in it asks first. */
  isClosing(): boolean
}

/** Lets a finger pull a sheet down by its head. Returns the cleanup. */
export function dragSheet({ sheet, handle, close, isClosing }: Drag): () => void {
  let grab: Grab | null = null

  const onDown = (event: PointerEvent) => {
    const isButton = event.target instanceof Element && event.target.closest('button') !== null
    if (grab || !event.isPrimary || event.button !== 0 || isButton || !matchMedia(PHONE).matches) return
    grab = { id: event.pointerId, startPx: event.clientY, movedPx: 0, atMs: event.timeStamp, speed: 0 }
    // The finger may leave the handle, and must still be seen to let go.
    handle.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== grab?.id) return
    const movedPx = Math.max(0, event.clientY - grab.startPx)
    grab.speed = (movedPx - grab.movedPx) / Math.max(1, event.timeStamp - grab.atMs)
    grab.atMs = event.timeStamp
    grab.movedPx = movedPx
    sheet.style.translate = movedPx > NEAR_PX ? `0 ${movedPx}px` : ''
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== grab?.id) return
    const { movedPx, speed } = grab
    grab = null
    const isFar = movedPx > sheet.offsetHeight * FAR_SHARE || (speed > FLICK && movedPx > NEAR_PX)
    if (event.type === 'pointercancel' || !isFar) return goBack()
    close()
    requestAnimationFrame(() => (isClosing() ? undefined : goBack()))
  }
  const goBack = () => {
    const from = sheet.style.translate
    sheet.style.translate = ''
    if (!from || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    sheet.animate([{ translate: from }, { translate: '0 0' }], { duration: 180, easing: 'ease-out' })
  }

  handle.addEventListener('pointerdown', onDown)
  handle.addEventListener('pointermove', onMove)
  handle.addEventListener('pointerup', onUp)
  handle.addEventListener('pointercancel', onUp)
  return () => {
    handle.removeEventListener('pointerdown', onDown)
    handle.removeEventListener('pointermove', onMove)
    handle.removeEventListener('pointerup', onUp)
    handle.removeEventListener('pointercancel', onUp)
  }
}
