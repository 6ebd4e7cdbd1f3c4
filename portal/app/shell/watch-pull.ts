/** How far a finger pulls until the page is refreshed on release. */
const FAR_PX = 90
/** Shorter moves are taps. */
const NEAR_PX = 12

type Watch = { onPull(share: number): void; onRelease(isFar: boolean): void }

/**
 * Watches for a finger that pulls the page down from its top. Not inside a sheet, which scrolls by itself. The
 * browser's own pull would load the whole page again, so it is switched off meanwhile.
 */
export function watchPull({ onPull, onRelease }: Watch): () => void {
  let startPx: number | null = null
  let pulledPx = 0

  const onStart = ({ touches, target }: TouchEvent) => {
    const isInSheet = target instanceof Element && target.closest('[role="dialog"]') !== null
    const isOneAtTop = touches.length === 1 && window.scrollY <= 0 && !isInSheet
    startPx = isOneAtTop ? touches[0]!.clientY : null
    pulledPx = 0
  }
  const onMove = ({ touches }: TouchEvent) => {
    if (startPx === null) return
    const movedPx = touches[0]!.clientY - startPx
    // A page that scrolls, or a finger that goes up first, is no pull.
    if (window.scrollY > 0 || movedPx < 0) return onEnd()
    pulledPx = movedPx
    if (pulledPx > NEAR_PX) onPull(Math.min(1, pulledPx / FAR_PX))
  }
  const onEnd = () => {
    if (startPx !== null && pulledPx > NEAR_PX) onRelease(pulledPx >= FAR_PX)
    startPx = null
  }
  const onCancel = () => {
    pulledPx = Math.min(pulledPx, FAR_PX - 1)
    onEnd()
  }

  const page = document.documentElement
  const before = page.style.overscrollBehaviorY
  page.style.overscrollBehaviorY = 'contain'
  const passive = { passive: true }
  document.addEventListener('touchstart', onStart, passive)
  document.addEventListener('touchmove', onMove, passive)
  document.addEventListener('touchend', onEnd, passive)
  document.addEventListener('touchcancel', onCancel, passive)
  return () => {
    page.style.overscrollBehaviorY = before
    document.removeEventListener('touchstart', onStart)
    document.removeEventListener('touchmove', onMove)
    document.removeEventListener('touchend', onEnd)
    document.removeEventListener('touchcancel', onCancel)
  }
}
