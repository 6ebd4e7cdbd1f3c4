import { Navigate, Route, Routes } from 'react-router'

import { userChildren } from '../../contract/page-paths.ts'
import { lazyOf, show } from './lazy-screens.tsx'
import { userScreens } from './user-screens.ts'

const lazyUser = lazyOf(userScreens)

/** The children of /user. */
export function UserRoutes() {
  return (
    <Routes>
      {userChildren.map((child) =>
        child === '' ? (
          <Route key={child} index element={show(lazyUser.get(child), 'content')} />
        ) : (
          <Route key={child} path={child} element={show(lazyUser.get(child), 'content')} />
        ),
      )}
      <Route path="*" element={<Navigate to="/notFound" replace />} />
    </Routes>
  )
}
