import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Where one step takes the place of another. The button that was pressed is gone with its step: the focus goes to the
 * next one, not to nowhere, unless a field there has taken it.
 */
export function StepRoom({ step, children }: { step: string; children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!room.current?.contains(document.activeElement)) room.current?.focus()
  }, [step])
  return (
    <div ref={room} tabIndex={-1}>
      {children}
    </div>
  )
}
