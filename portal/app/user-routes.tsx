import type { ComponentType } from 'react'
import { matchPath, Navigate, Route, Routes } from 'react-router'

import { userChildren } from '../../contract/page-paths.ts'
import { userPath } from '../paths.ts'
import { lazyOf, show } from './lazy-screens.tsx'
import { userScreens } from './user-screens.ts'

const lazyUser = lazyOf(userScreens)
const readyUser = new Map<string, ComponentType>()

/** Loads the screen of the opening page. If that fails, its route loads or reports it. */
export async function readyUserScreen(pathname: string): Promise<void> {
  const child = userChildren.find((one) => matchPath(userPath(one), pathname))
  const load = child === undefined ? undefined : userScreens[child]
  if (load) readyUser.set(child!, (await load()).default)
}

export function UserRoutes() {
  return (
    <Routes>
      {userChildren.map((child) =>
        child === '' ? (
          <Route key={child} index element={show(readyUser.get(child) ?? lazyUser.get(child), 'content')} />
        ) : (
          <Route key={child} path={child} element={show(readyUser.get(child) ?? lazyUser.get(child), 'content')} />
        ),
      )}
      <Route path="*" element={<Navigate to="/notFound" replace />} />
    </Routes>
  )
}
