import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/statement.ts'

export default {
  failed: '無法載入對帳單',
  month: '月份',
  final: '已定',
  notFinal: '未定：月底過一小時後不再變',
  printedAt: '列印於 {{time}}',
} satisfies Translation<typeof source>
