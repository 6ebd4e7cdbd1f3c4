import { type ComponentType, lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'

import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { screens } from './screens.ts'
import { useScreens } from './use-screens.ts'

const lazyScreens = new Map<string, ComponentType>(screens.map(({ path, scope, load }) => [path + scope, lazy(load)]))

/** A screen that a member may not open shows as not found. */
export function ConsoleRoutes() {
  const open = useScreens()
  const first = open.find(({ nav }) => nav !== undefined)
  const hasHome = open.some(({ path }) => path === '')
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
