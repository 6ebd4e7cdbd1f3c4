import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/statement.ts'

export default {
  failed: 'Could not load the statement',
  month: 'Month',
  final: 'Final',
  notFinal: 'Not final until an hour after the month ends',
  printedAt: 'Printed {{time}}',
} satisfies Translation<typeof source>
