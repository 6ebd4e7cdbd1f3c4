/** Words for the frame of a monthly statement. */
export default {
  failed: '对账单没加载出来',
  month: '月份',
  final: '已定',
  notFinal: '未定：月底过一小时后不再变',
  printedAt: '打印于 {{time}}',
} as const
