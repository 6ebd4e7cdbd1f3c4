import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { AvailableScreens } from '../state/available-screens.ts'
import { PortalRoutes } from './routes.tsx'
import { hasPublicScreen } from './screens.ts'
import { ShownToasts } from './shown-toasts.tsx'

/** Everything inside the router; the browser and the prerenderer each bring their own router. */
export function Portal() {
  return (
    <ErrorBoundary>
      <AvailableScreens value={hasPublicScreen}>
        <PortalRoutes />
      </AvailableScreens>
      <ShownToasts />
    </ErrorBoundary>
  )
}
