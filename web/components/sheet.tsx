import { Drawer, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

import css from './sheet.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** Two columns where there is room for them. */
  wide?: boolean
  children: ReactNode
}

/** Every dialog of the portal: from the bottom on a phone, where the thumb is, in the middle of a wide screen. */
export function Sheet({ opened, onClose, title, closeLabel, wide = false, children }: Props) {
  const narrow = useMediaQuery('(max-width: 639px)', true, { getInitialValueInEffect: false })
  const shared = { opened, onClose, title, closeButtonProps: { 'aria-label': closeLabel, size: 44 } }
  if (!narrow)
    return (
      <Modal {...shared} size={wide ? 760 : 'md'}>
        {children}
      </Modal>
    )
  return (
    <Drawer {...shared} position="bottom" classNames={{ content: css.content, body: css.body, inner: css.inner }}>
      {children}
    </Drawer>
  )
}
