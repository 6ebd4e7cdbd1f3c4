import { AvailableScreens } from '../state/available-screens.ts'
import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { ShownToasts } from './shown-toasts.tsx'
import { PortalRoutes } from './routes.tsx'
import { hasPublicScreen } from './screens.ts'

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
