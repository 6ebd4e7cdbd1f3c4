import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/renewals.ts'

export default {
  back: 'All users',
  by: 'Group by',
  month: 'First month',
  package: 'First plan',
  inviter: 'Inviter',
  monthTitle: 'By month of the first plan',
  packageTitle: 'By first plan',
  inviterTitle: 'By inviter',
  window: 'Period',
  months: '{{count}} months',
  text: 'Of those who bought their first plan (by order or card key), how many bought again, and how many have a plan now. A number opens its users.',
  people: 'First bought',
  renewed: 'Bought again',
  once: 'Not yet again',
  share: 'Renewal rate',
  active: 'Active now',
  failed: 'This did not load',
  empty: 'Nobody bought a first plan in this period',
  emptyText: 'Once somebody buys a plan, this shows who renews.',
} satisfies Translation<typeof source>
