import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/month-card.ts'

export default {
  which: 'Month',
  last: 'Last month',
  this: 'This month',
  heading: '{{month}} in review',
  used: 'Used',
  days: 'Days connected',
  daysValue: '{{days}} of {{all}}',
  best: 'Most used line',
  uptime: 'Uptime of your lines',
  save: 'Save picture',
  hint: 'Or press and hold the picture to save it.',
  emptyTitle: 'Nothing used',
  emptyText: 'Connect a line, and there is something to see.',
  failed: 'Your month did not load',
  alt: '{{month}}: used {{amount}}, {{days|day|days}} connected',
} satisfies Translation<typeof source>
