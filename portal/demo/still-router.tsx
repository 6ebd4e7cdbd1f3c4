import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createPath, type Location, NavigationType, type Navigator, parsePath, Router, type To } from 'react-router'

/** A history entry of the demo; `idx` works as in the portal's own router. */
type Entry = { demo: Location; idx: number }
type Shown = { location: Location; type: NavigationType }

let made = 0

/** The demo's pages are browser history entries, so that "back" stays in the demo; the address does not change. */
export function StillRouter({ first, children }: { first: string; children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ location: locationOf(first, null), type: NavigationType.Pop }))
  const [start] = useState(shown.location)
  useEffect(() => {
    // A reload starts a new visit.
    history.replaceState({ demo: start, idx: idxNow() } satisfies Entry, '')
    const onPop = () => setShown({ location: entry()?.demo ?? start, type: NavigationType.Pop })
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [start])
  const navigator = useMemo(() => navigatorOf(setShown), [])
  return (
    <Router location={shown.location} navigationType={shown.type} navigator={navigator} useTransitions={false}>
      {children}
    </Router>
  )
}

function navigatorOf(show: (shown: Shown) => void): Navigator {
  return {
    createHref: hrefOf,
    go: (steps) => history.go(steps),
    push(to, state) {
      const location = locationOf(to, state)
      history.pushState({ demo: location, idx: idxNow() + 1 } satisfies Entry, '')
      show({ location, type: NavigationType.Push })
    },
    replace(to, state) {
      const location = locationOf(to, state)
      history.replaceState({ demo: location, idx: idxNow() } satisfies Entry, '')
      show({ location, type: NavigationType.Replace })
    },
  }
}

const entry = () => history.state as Entry | null
const idxNow = () => entry()?.idx ?? 0
const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))

function locationOf(to: To, state: unknown): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(hrefOf(to))
  return { pathname, search, hash, state, key: `demo-${++made}` }
}
