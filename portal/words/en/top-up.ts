import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/top-up.ts'

export default {
  balanceNow: 'Current {{balance}}',
  afterPaying: 'After top-up',
  amount: 'Amount to top up',
  ownAmount: 'Another amount',
  ownHint: '{{min}} to {{max}} yuan',
  pay: 'Pay {{amount}}',
  payPlain: 'Pay',
  sheetTitle: 'Top up',
  unit: '¥1 = 1 fish coin',
  goodFor: 'Good to know',
  factBuy: 'Buy plans',
  factBuyText: 'Straight from your {{balance}}, without another payment page.',
  factSafe: 'No payment gets lost',
  factSafeText: 'You can close the page. It updates once the money arrives.',
  factRecords: 'Everything is on record',
  factRecordsText: 'See it any time in your {{balance}} history and payments.',
  unfinished: 'You have an unfinished top-up',
  unfinishedText: '{{amount}} · {{way}} · can be paid until {{time}}',
  goOn: 'Continue paying',
  choosePackage: 'Buy a plan',
  backToPaying: 'Back to what you wanted',
} satisfies Translation<typeof source>
