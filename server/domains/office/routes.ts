import type { BoundRoute } from '../../platform/http/bind.ts'

/** Every screen of the console brings its own list, from the folder of its name. */
export const officeRoutes: readonly BoundRoute[] = []
