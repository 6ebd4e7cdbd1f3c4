import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/gift.ts'

export default {
  from: '{{name}} 送你一份禮物',
  days: '{{name}} {{days}} 天',
  traffic: '{{amount}} 流量',
  until: '{{date}} 前領取，先到先得',
  signIn: '登入或註冊後，回到這裡領取',
  take: '領取',
  taken: '領到了：{{gift}}',
  takenTraffic: '已經加到你的流量裡。',
  used: '這份禮物已經被領走了，可以請對方再送一份',
  mine: '這份禮物你已經領過了',
  expired: '這份禮物過了領取時間，已經退給送的人',
  returned: '這份禮物被送的人收回了',
  needsPlan: '流量要加在方案上，先買個方案再來領。{{date}} 前都可以領',
  otherPlan: '你在用別的方案，到期後再來領。{{date}} 前都可以領',
  label: '收到的禮物',
} satisfies Translation<typeof source>
