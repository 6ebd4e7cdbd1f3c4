import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/renewals.ts'

export default {
  back: '所有使用者',
  by: '分組',
  month: '首購月份',
  package: '首購方案',
  inviter: '邀請人',
  monthTitle: '按首次購買的月份',
  packageTitle: '按第一次買的方案',
  inviterTitle: '按邀請人',
  window: '時間',
  months: '近 {{count}} 個月',
  text: '第一次買方案（訂單或序號）的人裡，有多少又買了一次，現在還有多少在用。點數字看是誰。',
  people: '首購',
  renewed: '續約過',
  once: '還沒續約',
  share: '續約率',
  active: '在用',
  failed: '沒載入出來',
  empty: '這段時間還沒有人首次購買',
  emptyText: '有人買了方案，這裡就能看到誰會續約。',
} satisfies Translation<typeof source>
