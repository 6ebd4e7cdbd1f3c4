import type { Route } from '../../../contract/route.ts'

/** The kinds of things that a field can name. */
export const thingKinds = [
  'account',
  'alert',
  'apiKey',
  'article',
  'batch',
  'billRow',
  'bulk',
  'card',
  'cardCode',
  'confirmation',
  'coupon',
  'couponCode',
  'domain',
  'export',
  'feedDevice',
  'gift',
  'giftCode',
  'giftLink',
  'officeGiftLink',
  'group',
  'invitation',
  'line',
  'lineNumber',
  'member',
  'memberPasskey',
  'memberSession',
  'merchant',
  'namedDevice',
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
  'special',
  'template',
  'templatePicture',
  'ticket',
  'ticketPicture',
  'unsavedPicture',
  'unsentPicture',
  'trial',
  'userName',
  'view',
  'webhook',
  'webhookDelivery',
  'withdrawal',
] as const
export type ThingKind = (typeof thingKinds)[number]
export type Things = Record<ThingKind, string>

/** Field names that tell the kind by themselves. */
const byName: Record<string, ThingKind> = {
  accountId: 'account',
  alertId: 'alert',
  articleId: 'article',
  batchId: 'batch',
  bulkId: 'bulk',
  leftOutOf: 'bulk',
  exportId: 'export',
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
  deliveryId: 'webhookDelivery',
  merchantId: 'merchant',
  merchantIds: 'merchant',
  node: 'node',
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
  specialId: 'special',
  templateId: 'template',
  ticketId: 'ticket',
  pictureId: 'ticketPicture',
  pictures: 'unsentPicture',
  webhookId: 'webhook',
  confirmationId: 'confirmation',
  rowId: 'billRow',
  withdrawalId: 'withdrawal',
}

/** A bare `id` names the kind of its path; the longest matching beginning counts. */
const idByPath: [begins: string, kind: ThingKind][] = [
  ['/api/console/bulk/', 'bulk'],
  ['/api/console/devices/', 'memberSession'],
  ['/api/console/gift-links/', 'officeGiftLink'],
  ['/api/console/keys/', 'apiKey'],
  ['/api/console/merchants/', 'merchant'],
  ['/api/console/notices/', 'notice'],
  ['/api/console/passkey/', 'memberPasskey'],
  ['/api/console/staff/', 'member'],
  ['/api/console/staff/invitations/', 'invitation'],
  ['/api/console/staff/invite', 'role'],
  ['/api/console/staff/roles/', 'role'],
  ['/api/console/users/', 'account'],
  ['/api/console/views/', 'view'],
  ['/api/gift/', 'giftLink'],
  ['/api/line/forgetDevice', 'namedDevice'],
  ['/api/line/revokeDevice', 'feedDevice'],
  ['/api/message/read', 'notice'],
  ['/api/user/passkey/', 'passkey'],
  ['/api/user/sessions/', 'session'],
]

/** Words that name a thing in some calls only. Null: looks like a name but is not. */
const byCall: Record<string, ThingKind | null> = {
  '/api/console/cards/find code': 'cardCode',
  '/api/console/cards/assign userName': 'userName',
  '/api/console/ticket-templates/picture pictureId': 'templatePicture',
  '/api/console/ticket-templates/save pictures': 'unsavedPicture',
  '/api/console/tickets/answer pictures': 'templatePicture',
  '/api/console/tickets/assign staffId': 'member',
  '/api/console/tickets/list account': 'account',
  '/api/console/tickets/merge into': 'ticket',
  '/api/console/prices/end-coupon code': 'couponCode',
  '/api/console/prices/add-coupon userName': 'userName',
  '/api/console/staff/role role.id': 'role',
  '/api/gift/look code': 'giftCode',
  '/api/km/redeem code': 'cardCode',
  '/api/tc/trial packageId': 'trial',
  '/api/user/alipay/pay payType': 'payType',
  '/api/user/login userName': 'userName',
  '/api/user/findPass userName': 'userName',
  '/api/user/unlock userName': 'userName',
  '/api/user/emailCode userName': 'userName',
  // A new host. Who owns a DNS name is no secret, and two resellers cannot have the same.
  '/api/console/brand/add-domain host': null,
  // Told to every reseller alike.
  '/api/console/told/read toldId': null,
  // Offered to every reseller alike.
  '/api/console/shown-clients/save hiddenIds': null,
  // A part of a file.
  '/api/console/clients/put-part number': null,
  '/api/console/imports/put-part number': null,
  // What a gateway or a chain calls the money.
  '/api/console/stuck-payments/confirm proof.number': null,
  '/api/console/stuck-payments/credit proof.number': null,
  // The gateway's name for the shop.
  '/api/console/merchants/add appId': null,
  '/api/console/merchants/add mchId': null,
  '/api/console/merchants/add wechatPublicKeyId': null,
  '/api/console/merchants/replace-keys mchId': null,
  '/api/console/merchants/replace-keys wechatPublicKeyId': null,
  '/api/console/merchants/add sellerId': null,
  // These belong to the platform: only its staff may make these calls.
  '/api/console/jobs/run jobId': null,
  '/api/console/jobs/drop jobId': null,
  '/api/console/mails/list resellerId': null,
  '/api/console/alerts/cancel windowId': null,
  '/api/console/mails/send-again mailId': null,
  // The node makes it, to recognise a repeated report.
  '/api/node/v1/batches batchId': null,
}

const looksLikeAName = /^(ids?|host)$|[a-z](Ids?|_id|_no)$/

/**
 * The kind that a field names; null for a plain value. Throws for a field that looks like a name but is in no list,
 * except in calls for platform staff only: they may work on anything they name there.
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
