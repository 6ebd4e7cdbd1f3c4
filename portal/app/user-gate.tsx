import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'

import { Spinner } from '../../ui/components/spinner.tsx'
import { USER_ROOT } from '../paths.ts'
import { guardNow, type Passage } from '../session/guard.ts'
import { handoverTicket } from '../session/handover.ts'
import { paidPage } from '../session/redirect.ts'
import { enterUserArea, firstPassage, takeFirstPassage } from '../session/start.ts'
import { useWords } from '../words/language.ts'
import { screen } from '../words/screen-loader.ts'
import { show } from './lazy-screens.tsx'
import { loadUserArea } from './load-user-area.ts'
import { readyScreens } from './screens.ts'

const UserArea = lazy(loadUserArea)
const Handover = lazy(screen(() => import('../screens/handover/handover-screen.tsx'), 'paying'))

/** Part of the entry, so that silent login and the area's code load at the same time. */
export function UserGate() {
  const t = useWords('base')
  const place = useLocation()
  const [passage, setPassage] = useState<Passage | null>(firstPassage)

  // Once per visit to the area: inside it, the check below tests the token on every page.
  const enter = useEffectEvent(() => enterUserArea(place))

  useEffect(() => {
    if (takeFirstPassage()) return
    void loadUserArea().catch(() => {
      // UserArea below asks again and shows the error.
    })
    let left = false
    void enter().then((result) => {
      if (!left) setPassage(result)
    })
    return () => {
      left = true
    }
  }, [])

  if (handoverTicket(place) !== null) return show(Handover, 'page')
  if (passage === null) return <Spinner label={t('loading')} />
  const now = passage === 'pass' ? guardNow(place) : passage
  if (now !== 'pass') return <WayOut passage={now} search={place.search} />
  return show(readyScreens.get(USER_ROOT) ?? UserArea, 'page')
}

type WayOutProps = { passage: Exclude<Passage, 'pass'>; search: string }

function WayOut({ passage, search }: WayOutProps) {
  const t = useWords('base')
  const paid = paidPage(search)
  useEffect(() => {
    if (paid) location.replace(paid)
  }, [paid])
  return paid ? <Spinner label={t('loading')} /> : <Navigate to={passage.redirect} state={passage.state} replace />
}
