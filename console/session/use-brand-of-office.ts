import { useEffect } from 'react'

import { CONSOLE_ACCENT, CONSOLE_ICON } from '../../contract/brand.ts'
import { showAccent } from '../../ui/theme/accent-style.ts'
import { wordsOf } from '../words/language.ts'
import { officeOf, useSessionState } from './session.ts'

/** Sets window title, icon and colours to show whose office this is. */
export function useBrandOfOffice(): void {
  const state = useSessionState()
  const office = state.at === 'in' ? officeOf(state.session) : null
  const title = office?.title ?? null
  const accent = state.at === 'in' ? (office?.accent ?? CONSOLE_ACCENT) : null
  const icon = office?.icon ?? CONSOLE_ICON
  useEffect(() => {
    if (accent === null) return
    void showAccent(accent)
    document.title = `${title ?? wordsOf('shell')('platform')} · ${wordsOf('shell')('console')}`
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', icon)
  }, [accent, title, icon])
}
