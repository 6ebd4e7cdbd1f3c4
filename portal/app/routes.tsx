import { Navigate, Route, Routes } from 'react-router'

import { publicPaths } from '../../contract/page-paths.ts'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import { USER_ROOT } from '../paths.ts'
import { lazyOf, show, Waiting } from './lazy-screens.tsx'
import { publicScreens, readyScreens } from './screens.ts'
import { UserGate } from './user-gate.tsx'
import { WordsReady } from './words-ready.tsx'

const lazyPublic = lazyOf(publicScreens)

export function PortalRoutes() {
  return (
    <Waiting>
      <Routes>
        <Route path="/" element={<Navigate to="/login" replace />} />
        <Route
          path="/login"
          element={
            <WordsReady part="login">
              <LoginScreen />
            </WordsReady>
          }
        />
        {publicPaths
          .filter((path) => path !== '/login')
          .map((path) => (
            <Route
              key={path}
              // What is under /monitor meets its guard too.
              path={path === '/monitor' ? `${path}/*` : path}
              element={show(readyScreens.get(path) ?? lazyPublic.get(path), 'page')}
            />
          ))}
        <Route path={`${USER_ROOT}/*`} element={<UserGate />} />
        <Route path="*" element={<Navigate to="/notFound" replace />} />
      </Routes>
    </Waiting>
  )
}
