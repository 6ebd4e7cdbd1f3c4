import type { Route } from '../../../contract/route.ts'

/** What a field can name. */
export const thingKinds = [
  'account',
  'alert',
  'batch',
  'bulk',
  'card',
  'cardCode',
  'coupon',
  'couponCode',
  'domain',
  'gift',
  'group',
  'invitation',
  'line',
  'lineNumber',
  'member',
  'memberPasskey',
  'memberSession',
  'merchant',
  'node',
  'notice',
  'order',
  'outTradeNo',
  'package',
  'passkey',
  'payment',
  'payType',
  'payout',
  'priceList',
  'quote',
  'reseller',
  'role',
  'session',
  'userName',
  'view',
  'withdrawal',
] as const
export type ThingKind = (typeof thingKinds)[number]
export type Things = Record<ThingKind, string>

/** Names that say by themselves what they are of. */
const byName: Record<string, ThingKind> = {
  accountId: 'account',
  alertId: 'alert',
  batchId: 'batch',
  bulkId: 'bulk',
  cardId: 'card',
  codes: 'cardCode',
  coupon: 'couponCode',
  couponId: 'coupon',
  giftId: 'gift',
  groupId: 'group',
  groupIds: 'group',
  host: 'domain',
  ids: 'account',
  inviter: 'account',
  inviterId: 'account',
  lineId: 'line',
  listId: 'priceList',
  copyOf: 'priceList',
  merchantId: 'merchant',
  merchantIds: 'merchant',
  nodeId: 'node',
  toNodeId: 'node',
  nodeIds: 'node',
  noticeId: 'notice',
  number: 'lineNumber',
  orderId: 'order',
  out_trade_no: 'outTradeNo',
  package: 'package',
  packageId: 'package',
  packageIds: 'package',
  paymentId: 'payment',
  payoutId: 'payout',
  quoteId: 'quote',
  resellerId: 'reseller',
  resellerIds: 'reseller',
  search: 'userName',
  withdrawalId: 'withdrawal',
}

/** A bare `id` is that of what the path is about; the longest beginning counts. */
const idByPath: [begins: string, kind: ThingKind][] = [
  ['/api/console/bulk/', 'bulk'],
  ['/api/console/devices/', 'memberSession'],
  ['/api/console/merchants/', 'merchant'],
  ['/api/console/notices/', 'notice'],
  ['/api/console/passkey/', 'memberPasskey'],
  ['/api/console/staff/', 'member'],
  ['/api/console/staff/invitations/', 'invitation'],
  ['/api/console/staff/invite', 'role'],
  ['/api/console/staff/roles/', 'role'],
  ['/api/console/users/', 'account'],
  ['/api/console/views/', 'view'],
  ['/api/message/read', 'notice'],
  ['/api/user/passkey/', 'passkey'],
  ['/api/user/sessions/', 'session'],
]

/** Words that name a thing at some calls only. Null: looks like a name and is none. */
const byCall: Record<string, ThingKind | null> = {
  '/api/console/cards/find code': 'cardCode',
  '/api/console/cards/assign userName': 'userName',
  '/api/console/prices/end-coupon code': 'couponCode',
  '/api/console/prices/add-coupon userName': 'userName',
  '/api/console/staff/role role.id': 'role',
  '/api/km/redeem code': 'cardCode',
  '/api/user/alipay/pay payType': 'payType',
  '/api/user/login userName': 'userName',
  '/api/user/findPass userName': 'userName',
  '/api/user/unlock userName': 'userName',
  '/api/user/emailCode userName': 'userName',
  // A new one. Whose name it is in the DNS is no secret, and two cannot have it.
  '/api/console/brand/add-domain host': null,
  // Told to every reseller alike.
  '/api/console/told/read toldId': null,
  // What the gateway calls the shop.
  '/api/console/merchants/add appId': null,
  '/api/console/merchants/add sellerId': null,
  // The platform's own: its staff alone may call these.
  '/api/console/jobs/run jobId': null,
  '/api/console/jobs/drop jobId': null,
  '/api/console/mails/list resellerId': null,
  '/api/console/alerts/cancel windowId': null,
  '/api/console/mails/send-again mailId': null,
  // Made by the node, to tell a repeated report.
  '/api/node/v1/batches batchId': null,
}

const looksLikeAName = /^(ids?|host)$|[a-z](Ids?|_id|_no)$/

/**
 * What a field names; null for a plain value. Throws for what looks like a name and is in no list, but at calls for
 * platform staff alone: whatever they name there is theirs to work on.
 */
export function thingOf(route: Pick<Route, 'path' | 'scope'>, field: string): ThingKind | null {
  const call = `${route.path} ${field}`
  if (call in byCall) return byCall[call]!
  const name = field.split('.').at(-1)!
  const known = byName[name]
  if (known) return known
  if (name === 'id') {
    const fitting = idByPath.filter(([begins]) => route.path.startsWith(begins))
    const [, kind] = fitting.toSorted(([a], [b]) => b.length - a.length)[0] ?? []
    if (kind) return kind
  }
  if (looksLikeAName.test(name) && route.scope !== 'platform')
    throw new Error(`Nobody said what "${field}" of ${route.path} names`)
  return null
}
