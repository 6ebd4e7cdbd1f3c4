/** The portal's whole route table. No other page route exists: what needs a place goes inside one of these. */
export const publicPaths = [
  '/login',
  '/reg',
  '/find_pass',
  '/dailiPay',
  '/online',
  '/demo',
  '/loginMonitor',
  '/inner',
  '/monitor',
  '/notFound',
] as const
export type PublicPath = (typeof publicPaths)[number]

export const USER_ROOT = '/user'
/** Children of /user; the empty one is its index. */
export const userChildren = [
  '',
  'userPay',
  'tcBuy',
  'emailBind',
  'invite',
  'kmList',
  'line_install',
  'line_list',
  'balance',
  'traffic_rank',
  'usage_record',
  'customer_service',
  'agreement',
  'open_agency',
  'use_tutorial',
  'message',
  'user_payment',
  'freeze_acc',
  'change_pass',
  'speedMode',
] as const
export type UserChild = (typeof userChildren)[number]

export function userPath(child: UserChild): string {
  return child === '' ? USER_ROOT : `${USER_ROOT}/${child}`
}
