import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

import css from './panes.module.css'
import { Sheet } from './sheet.tsx'

type Props = {
  /** What was chosen; null: nothing yet. */
  detail: ReactNode
  title: string
  closeLabel: string
  onClose: () => void
  /** Its sheet uses two columns if there is room. */
  wide?: boolean
  /** Stands where the detail would, while nothing is chosen; only beside the list. */
  rest?: ReactNode
  /** The list. */
  children: ReactNode
}

/** Room for a list and what was chosen from it, side by side. */
export function useHasPanes(): boolean {
  return useMediaQuery('(min-width: 68.75em)', false, { getInitialValueInEffect: false })
}

/**
 * A list, and beside it what was chosen; without room, that is a sheet over the list. It is one element in both places,
 * so what was typed stays when a tablet is turned.
 */
export function Panes({ detail, title, closeLabel, onClose, wide = false, rest, children }: Props) {
  const isWide = useHasPanes()
  const [host] = useState(() => document.createElement('div'))
  const isOpen = detail !== null
  // Stays while its sheet slides away.
  const [last, setLast] = useState<ReactNode>(null)
  if (isOpen && detail !== last) setLast(detail)
  const [place] = useState(() => (element: HTMLElement | null) => (element ? element.append(host) : setLast(null)))
  return (
    <div className={css.panes}>
      <div className={css.list}>{children}</div>
      {isWide ? (
        <section className={css.detail} aria-label={title} hidden={!isOpen} ref={place} />
      ) : (
        <Sheet opened={isOpen} onClose={onClose} title={title} closeLabel={closeLabel} wide={wide}>
          <div ref={place} />
        </Sheet>
      )}
      {isWide && !isOpen ? <div className={css.rest}>{rest}</div> : null}
      {createPortal(detail ?? last, host)}
    </div>
  )
}
