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

const linked: ReadonlySet<string> = new Set([
  '/online',
  ...userChildren.map((child) => (child ? `/user/${child}` : '/user')),
])

/** A page of ours that a message may lead to: written as it is, with nothing added. */
export function isLinkedPath(path: string): boolean {
  return linked.has(path)
}
