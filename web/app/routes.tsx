import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'

import { Spinner } from '../components/spinner.tsx'
import { useWords } from '../locales/language.ts'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { publicPaths, USER_ROOT, userChildren } from '../paths.ts'
import { publicScreens, readyScreens, userScreens } from './screens.ts'
import { UserGate } from './user-gate.tsx'
import { WordsReady } from './words-ready.tsx'

const lazyPublic = lazyOf(publicScreens)
const lazyUser = lazyOf(userScreens)

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
            <Route key={path} path={path} element={show(readyScreens.get(path) ?? lazyPublic.get(path), 'page')} />
          ))}
        <Route path={USER_ROOT} element={<UserGate />}>
          {userChildren.map((child) =>
            child === '' ? (
              <Route key={child} index element={show(lazyUser.get(child), 'content')} />
            ) : (
              <Route key={child} path={child} element={show(lazyUser.get(child), 'content')} />
            ),
          )}
          <Route path="*" element={<Navigate to="/notFound" replace />} />
        </Route>
        <Route path="*" element={<Navigate to="/notFound" replace />} />
      </Routes>
    </Waiting>
  )
}

/** A path of the table whose screen does not exist yet is not found, inside the frame it would have had. */
function show(Screen: ComponentType | undefined, fill: 'page' | 'content'): ReactNode {
  if (!Screen) return <NotFoundScreen fill={fill} />
  return (
    <Waiting fill={fill}>
      <Screen />
    </Waiting>
  )
}

function Waiting({ children, fill = 'page' }: { children: ReactNode; fill?: 'page' | 'content' }) {
  const t = useWords('base')
  return <Suspense fallback={<Spinner label={t('loading')} fill={fill} />}>{children}</Suspense>
}

function lazyOf<P extends string>(loaders: Partial<Record<P, () => Promise<{ default: ComponentType }>>>) {
  const entries = Object.entries(loaders) as [P, () => Promise<{ default: ComponentType }>][]
  return new Map<P, ComponentType>(entries.map(([path, load]) => [path, lazy(load)]))
}
