import { type ReactNode, useEffect, useRef } from 'react'

import { Icon } from './icon.tsx'
import css from './step-room.module.css'

type Props = {
  step: string
  /** The last step: screen readers announce it even when it is the first step shown. */
  isResult?: boolean
  children: ReactNode
}

/**
 * Shows one step after another. The pressed button disappears with its step, so the focus moves to the next step,
 * unless a field there already has it. A sheet sets the focus shortly after it opens, perhaps after the step has
 * changed: `data-autofocus` tells it where.
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

/** Leads from a step to the one before. */
export function BackPress({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.back} onClick={onPress}>
      <span className={css.turned}>
        <Icon name="chevron" size={18} />
      </span>
      {children}
    </button>
  )
}
