import '../words/user-words.ts'
import { userChildren } from '../../contract/page-paths.ts'
import { type UserChild, userPath } from '../paths.ts'
import { type Loader, screen } from '../words/screen-loader.ts'
import { hasPublicScreen } from './screens.ts'

/** The screens after signing in. Not in the entry: their names alone would cost /login 2 kB. */
export const userScreens: Partial<Record<UserChild, Loader>> = {
  '': screen(() => import('../screens/overview/overview-screen.tsx'), 'user'),
  userPay: screen(() => import('../screens/top-up/top-up-screen.tsx'), 'paying', 'top-up'),
  balance: screen(() => import('../screens/balance/balance-screen.tsx'), 'balance'),
  user_payment: screen(() => import('../screens/payments/payments-screen.tsx'), 'paying', 'payments'),
  emailBind: screen(() => import('../screens/email-bind/email-bind-screen.tsx'), 'account', 'email-bind'),
  freeze_acc: screen(() => import('../screens/freeze-account/freeze-account-screen.tsx'), 'account', 'freeze-account'),
  change_pass: screen(
    () => import('../screens/change-password/change-password-screen.tsx'),
    'account',
    'change-password',
  ),
  tcBuy: screen(
    () => import('../screens/packages/packages-screen.tsx'),

    'buying',
    'import-lines',
    'packages',
    'paying',
  ),
  line_install: screen(
    () => import('../screens/line-install/line-install-screen.tsx'),

    'line-install',
  ),
  line_list: screen(
    () => import('../screens/line-list/line-list-screen.tsx'),

    'import-lines',
    'line-list',
  ),
  speedMode: screen(() => import('../screens/speed-mode/speed-mode-screen.tsx'), 'speed-mode'),
  traffic_rank: screen(() => import('../screens/traffic-rank/traffic-rank-screen.tsx'), 'traffic-rank'),
  kmList: screen(() => import('../screens/cards/cards-screen.tsx'), 'cards', 'gift', 'buying', 'import-lines'),
  invite: screen(() => import('../screens/invite/invite-screen.tsx'), 'account', 'invite', 'buying'),
  open_agency: screen(
    () => import('../screens/open-agency/open-agency-screen.tsx'),
    'account',
    'open-agency',
    'buying',
    'paying',
  ),
  usage_record: screen(() => import('../screens/embedded/usage-record-screen.tsx'), 'embedded'),
  customer_service: screen(() => import('../screens/embedded/customer-service-screen.tsx'), 'embedded'),
  agreement: screen(() => import('../screens/embedded/agreement-screen.tsx'), 'embedded'),
  use_tutorial: screen(() => import('../screens/embedded/tutorial-screen.tsx'), 'embedded'),
  message: screen(() => import('../screens/embedded/message-screen.tsx'), 'embedded'),
}

/** Links to a path without a screen are hidden. */
export function hasScreen(path: string): boolean {
  return hasPublicScreen(path) || userChildren.some((child) => userPath(child) === path && child in userScreens)
}
