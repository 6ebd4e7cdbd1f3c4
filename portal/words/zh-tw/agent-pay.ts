import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/agent-pay.ts'

export default {
  title: '付款給代理商',
  tagline: '不用登入，付款直接記入代理商的餘額。',
  intro: '輸入代理商編號，核對名稱後再付款。',
  agentId: '代理商編號',
  agentIdHint: '例如 260',
  find: '下一步',
  finding: '正在查詢',
  number: '編號 {{id}}',
  owner: '負責人 {{name}}',
  change: '換一個',
  notAccepting: '這個代理商暫時不接受付款。',
  amount: '付款金額',
  ownAmount: '其他金額',
  ownHint: '{{min}} 到 {{max}} 元',
  pay: '付款 {{amount}}',
  payPlain: '付款',
  starting: '正在準備付款',
  paying: '付給 {{title}}（{{id}}）',
  payAgain: '再付一筆',
  returnedTitle: '付款頁面已返回',
  returnedText: '入帳後會自動記入代理商的餘額。要看結果，請回到原來開啟的那個頁面。',
  signIn: '登入',
  isUser: '已有帳號？',
} satisfies Translation<typeof source>
