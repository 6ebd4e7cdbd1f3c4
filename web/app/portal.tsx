import { AvailableScreens } from '../components/available-screens.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices.tsx'
import { PortalRoutes } from './routes.tsx'
import { hasScreen } from './screens.ts'

/** Everything inside the router; the browser and the prerenderer bring a router each. */
export function Portal() {
  return (
    <ErrorBoundary>
      <AvailableScreens value={hasScreen}>
        <PortalRoutes />
      </AvailableScreens>
      <Notices />
    </ErrorBoundary>
  )
}
