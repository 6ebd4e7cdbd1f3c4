import { type ComponentType, lazy } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'

import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { useMay } from '../session/session.ts'
import { screens } from './screens.ts'
import { useScreens } from './use-screens.ts'

const lazyScreens = new Map<string, ComponentType>(screens.map(({ path, scope, load }) => [path + scope, lazy(load)]))

/** Whose work is to answer users: not a member who also sees how business goes. */
const isDesk = (may: ReturnType<typeof useMay>) => may('tickets.answer') && !may('money.read')

/** A screen that a member may not open shows as not found. */
export function ConsoleRoutes() {
  const open = useScreens()
  const first = open.find(({ nav }) => nav !== undefined)
  const hasHome = open.some(({ path }) => path === '')
  const may = useMay()
  const { pathname, key } = useLocation()
  // The first entry of a page load: the overview stays open to members who ask for it.
  if (key === 'default' && pathname === '/' && isDesk(may)) return <Navigate to="/tickets?state=open" replace />
  return (
    <Routes>
      {open.map(({ path, scope }) => {
        const Screen = lazyScreens.get(path + scope)!
        return <Route key={path + scope} path={`/${path}`} element={<Screen />} />
      })}
      {first && !hasHome ? <Route path="/" element={<Navigate to={`/${first.path}`} replace />} /> : null}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
