import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { bellRoutes } from './bell/routes.ts'
import { staffFactorRoutes } from './factors/routes.ts'
import { joinRoutes } from './invitations/routes.ts'
import { recoverRoutes } from './recover/routes.ts'
import { showSession } from './show-session.ts'
import { signInStaff } from './sign-in.ts'
import { signOutStaff } from './sign-out.ts'
import { teamRoutes } from './team/routes.ts'

export const staffRoutes = [
  bind(consoleApi.session.show, showSession),
  bind(consoleApi.session.signIn, signInStaff),
  bind(consoleApi.session.signOut, signOutStaff),
  ...staffFactorRoutes,
  ...joinRoutes,
  ...teamRoutes,
  ...bellRoutes,
  ...recoverRoutes,
]
