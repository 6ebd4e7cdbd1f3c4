import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  step: string
  /** The end of the way: read out even when it is the first step that is shown. */
  isResult?: boolean
  children: ReactNode
}

/**
 * Where one step takes the place of another. The button that was pressed is gone with its step: the focus goes to the
 * next one, not to nowhere, unless a field there has taken it. A sheet places the focus a moment after it opens, maybe
 * after the step has changed: the mark tells it where.
 */
export function StepRoom({ step, isResult = false, children }: Props) {
  const room = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!room.current || room.current.contains(document.activeElement)) return
    room.current.dataset.autofocus = ''
    room.current.focus()
  }, [step])
  return (
    <div ref={room} tabIndex={-1} data-autofocus={isResult ? '' : undefined}>
      {children}
    </div>
  )
}
