import { type ReactNode, useContext, useEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { goBackFromSheets, useBackCloses } from '../../../ui/components/sheet-history.ts'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { askFirst, leave, stay, useGuards } from './unsaved.ts'

/** Wraps the screens: no way out of one loses what was typed without a question. */
export function LeaveRoutes({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const value = useMemo(() => ({ ...context, navigator: asking(context.navigator) }), [context])
  const guards = useGuards((state) => state.guards)
  const isAsked = useGuards(({ asked }) => asked !== null)
  // A form of the page has an entry as a sheet has, so that "back" can be asked about.
  useBackCloses(
    guards.some(({ isInSheet }) => !isInSheet),
    () => {
      if (useGuards.getState().guards.length > 0) askFirst(goBackFromSheets)
    },
  )
  const isUnsaved = guards.length > 0
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return (
    <NavigationContext value={value}>
      {children}
      {/* Mounted when asked, so that it hears Esc after the sheet under it. */}
      {isAsked ? <LeaveQuestion /> : null}
    </NavigationContext>
  )
}

/** The same page with another filter is not left. */
function asking(navigator: Navigator): Navigator {
  const isHere = (to: To) => typeof to !== 'string' && to.pathname === location.pathname
  const ways: Pick<Navigator, 'push' | 'replace'> = {
    push: (to, ...rest) => (isHere(to) ? navigator.push(to, ...rest) : askFirst(() => navigator.push(to, ...rest))),
    replace: (to, ...rest) =>
      isHere(to) ? navigator.replace(to, ...rest) : askFirst(() => navigator.replace(to, ...rest)),
  }
  return Object.assign(Object.create(navigator) as Navigator, ways)
}

function LeaveQuestion() {
  const t = useWords('base')
  const say = useGuards(({ asked }) => asked?.guards.find((guard) => guard.say)?.say)
  return (
    <Sheet opened onClose={stay} title={say?.title ?? t('leaveTitle')} closeLabel={t('close')}>
      <div className="gap3">
        <p>{say?.text ?? t('leaveText')}</p>
        <ActionButton fill onClick={stay}>
          {say?.stay ?? t('leaveStay')}
        </ActionButton>
        <ActionButton tone="dangerQuiet" fill onClick={leave}>
          {say?.go ?? t('leaveGo')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
