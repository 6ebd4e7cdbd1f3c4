import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

import icon from '../../../ui/components/icon-button.module.css'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import css from './screen-actions.module.css'

/** The shell's elements for a screen's own actions: those at hand, and on a phone those behind a button. */
const useRooms = create<{ actions: HTMLElement | null; menu: HTMLElement | null }>()(() => ({
  actions: null,
  menu: null,
}))

export const giveActionsRoom = (actions: HTMLElement | null): void => useRooms.setState({ actions })
export const giveMenuRoom = (menu: HTMLElement | null): void => useRooms.setState({ menu })

type Props = {
  /** The main action, if the screen has one: always the last, and on a phone at the thumb. */
  children?: ReactNode
  /** What is rarely needed, such as an export: before the main action, on a phone in the bar's menu. */
  quiet?: ReactNode
}

/** A screen's actions: beside its title on a desktop, at the bottom on a phone. */
export function ScreenActions({ children, quiet }: Props) {
  const { actions, menu } = useRooms()
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  useEffect(() => {
    // What stands in the menu takes no room at the bottom.
    if (!actions || actions.childElementCount === 0) return undefined
    document.documentElement.dataset['thumb'] = ''
    return () => void delete document.documentElement.dataset['thumb']
  }, [actions])
  if (!actions || !menu) return null
  return (
    <>
      {createPortal(
        <>
          {isWide ? quiet : null}
          {children}
        </>,
        actions,
      )}
      {quiet && !isWide ? <Menu room={menu}>{quiet}</Menu> : null}
    </>
  )
}

function Menu({ room, children }: { room: HTMLElement; children: ReactNode }) {
  const t = useWords('base')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      {createPortal(
        <button type="button" className={icon.button} aria-label={t('more')} onClick={() => setOpened(true)}>
          <OfficeIcon name="more" />
        </button>,
        room,
      )}
      <Sheet opened={opened} onClose={close} title={t('more')} closeLabel={t('close')}>
        {/* Every action ends the menu. */}
        <div className={css.items} onClick={close}>
          {children}
        </div>
      </Sheet>
    </>
  )
}
