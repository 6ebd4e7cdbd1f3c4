import { Modal, type MantineTransition } from '@mantine/core'
import type { ReactNode } from 'react'

import { GrabHandle } from './grab-handle.tsx'
import { useBackCloses } from './sheet-history.ts'
import css from './sheet.module.css'
import { StillPage } from './still-page.ts'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** Uses two columns if there is room. */
  wide?: boolean
  children: ReactNode
}

/** The stylesheet sets where the sheet comes from: turning a phone then keeps the sheet and its input. */
const arrival: MantineTransition = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'var(--sheet-away)' },
  transitionProperty: 'transform, opacity',
}

/** Every dialog of the portal: from the bottom on a phone, near the thumb; in the middle of a wide screen. */
export function Sheet({ opened, onClose, title, closeLabel, wide = false, children }: Props) {
  const isTop = useBackCloses(opened, onClose)
  return (
    <Modal
      opened={opened}
      // Esc reaches every open sheet, and means the uppermost one.
      onClose={() => (isTop() ? onClose() : undefined)}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel, size: 44 }}
      size={wide ? 760 : 'md'}
      transitionProps={{ transition: arrival, duration: 180 }}
      removeScrollProps={{ removeScrollBar: false }}
      classNames={{ root: css.root, inner: css.inner, header: css.header, content: css.content, body: css.body }}
    >
      <StillPage />
      <GrabHandle opened={opened} onClose={onClose} />
      {children}
    </Modal>
  )
}
