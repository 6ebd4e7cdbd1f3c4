import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/audit.ts'

export default {
  label: 'What was done and looked at',
  at: 'Time',
  who: 'Who',
  what: 'What',
  subject: 'About',
  change: 'Change',
  address: 'Network',
  code: 'Code',
  action: 'Action',
  from: 'From this day',
  to: 'Up to this day',
  looks: 'Looks at personal data',
  team: 'Changes of the team',
  empty: 'Nothing yet',
  emptyText: 'Every change and every look at personal data is kept here for two years.',
  detailTitle: 'This entry',
  before: 'Before',
  after: 'After',
  detail: 'More',
  nothing: 'Nothing more',
  system: 'System',
  forever: 'Never changed, kept for two years; network addresses go after 90 days.',
} satisfies Translation<typeof source>
