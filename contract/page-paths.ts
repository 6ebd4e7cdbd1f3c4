/** The portal's whole route table. Add no other page routes: put new things inside one of these. */
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

/** Children of /user; the empty one is the index. */
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

const linked: ReadonlySet<string> = new Set([
  '/online',
  ...userChildren.map((child) => (child ? `/user/${child}` : '/user')),
])

/** True for a page of ours that a notice may link to: the exact path, with nothing added. */
export function isLinkedPath(path: string): boolean {
  return linked.has(path)
}
