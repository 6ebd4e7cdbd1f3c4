import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/demo.ts'

export default {
  bar: 'Demo',
  note: 'Demo · sample data only',
  brand: 'Switch brand',
  brandZero: 'Yuxian',
  brandDolphin: 'Dolphin',
  brandOther: 'Another reseller',
  register: 'Sign up',
  endTitle: 'The demo ends here',
  endText: 'Everything you did stayed on this page. Nothing was saved.',
  again: 'Look around again',
  noDownload: 'No downloads in the demo. Sign up to export your own data',
  noPasskey: 'You cannot add passkeys in the demo',
  noTrial: 'The demo account has a plan, so there is no trial.',
  noLock: 'You cannot lock the demo account',
  noConsole: 'There is no console in the demo',
  noPausesLeft: 'No pauses left for now',
  paused: 'The account is paused. Resume it and try again',
  unavailable: 'That one is not part of the demo. Try another',
  balanceShort: 'The {{balance}} is too low. Top up first',
  couponUnknown: 'No such coupon. In the demo, use WELCOME',
  cardUnknown: 'No such voucher code. In the demo, use an unused one from the list below',
  lineLimit: 'Your plan has no room for another line. Remove one first',
  commissionShort: 'Not enough commission',
} satisfies Translation<typeof source>
