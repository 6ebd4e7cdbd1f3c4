import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'

import { Spinner } from '../../ui/components/spinner.tsx'
import { useWords } from '../words/language.ts'
import { USER_ROOT } from '../paths.ts'
import { guardNow, type Passage } from '../session/guard.ts'
import { enterUserArea } from '../session/start.ts'
import { show } from './lazy-screens.tsx'
import { loadUserArea, readyScreens } from './screens.ts'

const UserArea = lazy(loadUserArea)

/** Part of the entry, so that the silent login and the area's code are on their way at the same time. */
export function UserGate() {
  const place = useLocation()
  const [passage, setPassage] = useState<Passage | null>(null)

  // Once per visit to the area: inside it, the check below looks at the token on every page.
  const enter = useEffectEvent(() => enterUserArea(place))

  useEffect(() => {
    void loadUserArea().catch(() => {
      // UserArea below asks again and shows what went wrong.
    })
    let left = false
    void enter().then((result) => {
      if (!left) setPassage(result)
    })
    return () => {
      left = true
    }
  }, [])

  if (passage === null) return <AreaWait />
  const now = passage === 'pass' ? guardNow(place) : passage
  if (now !== 'pass') return <Navigate to={now.redirect} state={now.state} replace />
  return (
    <Suspense fallback={<AreaWait />}>
      <UserArea />
    </Suspense>
  )
}

/** The frame that stands in the HTML already; coming from another page, the spinner of every other wait. */
function AreaWait() {
  const t = useWords('base')
  const Frame = readyScreens.get(USER_ROOT)
  return Frame ? show(Frame, 'page') : <Spinner label={t('loading')} />
}
