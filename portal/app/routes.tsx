import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router'

import { publicPaths } from '../../contract/page-paths.ts'
import { Spinner } from '../../ui/components/spinner.tsx'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { hasWords, loadWords } from '../../ui/words/word-store.ts'
import { USER_ROOT } from '../paths.ts'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import { useWords } from '../words/language.ts'
import type { Part } from '../words/words.ts'
import { lazyOf, show, Waiting } from './lazy-screens.tsx'
import { publicScreens, readyScreens } from './screens.ts'
import { UserGate } from './user-gate.tsx'

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
              // Paths below /monitor go through its guard too.
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

type Progress = { ready: boolean; failure: unknown }

/** Delays a screen of the entry until its words have loaded; lazy screens load their own. */
export function WordsReady({ part, children }: { part: Part; children: ReactNode }) {
  const t = useWords('base')
  const [{ ready, failure }, setProgress] = useState<Progress>(() => ({ ready: hasWords(part), failure: null }))

  useEffect(() => {
    if (ready) return
    loadChunk(() => loadWords(part)).then(
      () => setProgress({ ready: true, failure: null }),
      (error: unknown) => setProgress({ ready: false, failure: error }),
    )
  }, [ready, part])

  // For the error boundary above.
  if (failure !== null) throw failure
  return ready ? children : <Spinner label={t('loading')} />
}
