import type { Translation } from '../words.ts'
import type source from '../zh-cn/demo.ts'

export default {
  bar: 'Demo',
  note: 'Demo · sample data only',
  brand: 'Switch brand',
  brandZero: 'Yuxian',
  brandDolphin: 'Dolphin',
  brandOther: 'Another reseller',
  register: 'Sign up',
  endTitle: 'This is where the demo ends',
  endText: 'Everything you did stayed in this page. Nothing was saved.',
  again: 'Look around again',
  noDownload: 'The demo has no downloads. Sign up to export data of your own',
  noPasskey: 'Passkeys cannot be added in the demo',
  noLock: 'The demo account cannot be locked',
  noPausesLeft: 'No pauses are left in these 30 days',
  paused: 'The account is paused. Resume it and try again',
  unavailable: 'The samples do not have this one. Try another',
  balanceShort: 'The balance is too low. Top up first',
  couponUnknown: 'No such coupon. In the demo, use WELCOME',
  cardUnknown: 'No such card key. In the demo, use an unused one from the list below',
  lineLimit: 'Your package allows no more lines. Uninstall one first',
  commissionShort: 'Not enough commission available',
} satisfies Translation<typeof source>
