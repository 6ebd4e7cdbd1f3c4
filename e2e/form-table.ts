import {
  HAS_GROUP,
  HAS_KEYS,
  IS_VLESS,
  PAYABLE,
  SOME_BACKUP,
  SOME_BILL,
  SOME_KEY,
  SOME_MERCHANT,
  SOME_PAYOUT,
  SOME_STUCK,
  SOME_UNCLAIMED,
  SOME_UPLOAD,
  SOME_WEBHOOK,
  SOME_WISH,
  SOME_WITHDRAWAL,
  SOME_WORD,
} from './form-answers.ts'

/** How a form of the console is reached, and what is changed in it. */
export type FormRow = {
  /** The component that holds the field, under console/. */
  file: string
  /** The screen, under /console/; `:order` and the like stand for what the spec finds. */
  at: string
  /** What is pressed, one after another: `button`, `part › button`, or `label=what is typed there`. */
  open?: readonly string[]
  field: string
  /** How the field is changed; it is typed into if nothing is said. */
  by?: 'choice' | 'tick'
  /** What is typed where 77 does not fit. */
  typed?: string
  /** Answers that replace parts of the server's: things that the test's office does not have. */
  answers?: Record<string, object>
}

const ACTIONS = '更多操作'

/** Forms of a reseller's office. */
export const resellerForms: readonly FormRow[] = [
  { file: 'features/table/view-sheet.tsx', at: 'users?q=a', open: ['存为视图'], field: '视图名称' },
  { file: 'screens/users/create-sheet.tsx', at: 'users', open: ['新建'], field: '账号' },
  { file: 'features/bulk/bulk-form.tsx', at: 'bulk?make=days&state=active', field: '每人送几天' },
  {
    file: 'features/bulk/bulk-sheet.tsx',
    at: 'bulk?make=days&not=package&package=999999',
    open: ['预览'],
    field: '已到期',
    by: 'tick',
  },
  { file: 'screens/user/sell-sheet.tsx', at: 'users/:without', open: ['开通套餐'], field: '顾客付了多少' },
  { file: 'features/user/give-sheet.tsx', at: 'users/:user', open: ['赠送'], field: '送几天' },
  { file: 'features/user/message-sheet.tsx', at: 'users/:user', open: [ACTIONS, '发消息'], field: '标题' },
  { file: 'features/user/asked-action.tsx', at: 'users/:user', open: [ACTIONS, '停用账号'], field: '原因' },
  { file: 'screens/user/notes-part.tsx', at: 'users/:user', field: '备注' },
  { file: 'screens/network/begin-outage-sheet.tsx', at: 'network?outage=begin', field: '香港 01', by: 'tick' },
  // The chips above it are the 回复模板.
  { file: 'screens/tickets/answer-box.tsx', at: 'tickets/:ticket', field: '回复$' },
  { file: 'screens/tickets/note-sheet.tsx', at: 'tickets/:ticket', open: ['内部备注'], field: '备注' },
  { file: 'screens/tickets/template-sheet.tsx', at: 'tickets?tab=templates', open: ['写模板'], field: '名称' },
  { file: 'features/sale/wish-sheet.tsx', at: 'orders/:order', open: ['请平台退款'], field: '原因' },
  { file: 'screens/invites/invites-screen.tsx', at: 'invites', open: ['修改'], field: '佣金百分比' },
  {
    file: 'screens/invites/decide-sheet.tsx',
    at: 'invites?tab=withdrawals',
    open: ['处理', '拒绝'],
    field: '原因',
    answers: SOME_WITHDRAWAL,
  },
  {
    file: 'features/stuck/confirm-payment-sheet.tsx',
    at: 'payments',
    open: ['确认到账'],
    field: '收款平台的流水号',
    answers: SOME_STUCK,
  },
  {
    file: 'screens/payments/bills/note-sheet.tsx',
    at: 'payments/bills',
    open: ['说明 20260101'],
    field: '原因',
    answers: SOME_BILL,
  },
  { file: 'screens/prices/price-sheet.tsx', at: 'prices', open: ['改价'], field: '零售价' },
  { file: 'screens/prices/special-sheet.tsx', at: 'prices', open: ['限时价'], field: '限时卖多少' },
  { file: 'screens/prices/rule-sheet.tsx', at: 'prices', open: ['按规则定价'], field: '加价百分之几' },
  { file: 'screens/prices/coupon-sheet.tsx', at: 'prices', open: ['新建优惠码'], field: '优惠码' },
  { file: 'screens/cards/buy-sheet.tsx', at: 'cards', open: ['买卡密'], field: '张数' },
  { file: 'screens/cards/price-sheet.tsx', at: 'cards', open: ['改卖价'], field: '卖价' },
  { file: 'features/card/card-tools.tsx', at: 'cards', open: ['给用户'], field: '卡密，每行一张' },
  { file: 'screens/cards/gift-sheet.tsx', at: 'cards/gifts', open: ['新的礼物链接'], field: '送什么', by: 'choice' },
  { file: 'features/top-up/top-up-sheet.tsx', at: 'money', open: ['去充值', '其他金额'], field: '其他金额' },
  { file: 'screens/money/payee-card.tsx', at: 'money?tab=payout', open: ['填写打款账户'], field: '账号' },
  { file: 'screens/money/ask-payout.tsx', at: 'money?tab=payout', field: '结算多少', typed: '177', answers: PAYABLE },
  { file: 'features/tell/tell-sheet.tsx', at: 'network', open: ['告诉平台'], field: '想说什么' },
  { file: 'screens/notices/write-sheet.tsx', at: 'notices', open: ['写公告'], field: '置顶', by: 'tick' },
  { file: 'screens/notices/to-fields.tsx', at: 'notices', open: ['写公告', '快到期'], field: '几天内到期' },
  { file: 'screens/notices/article-editor.tsx', at: 'notices?tab=articles', open: ['写文章'], field: '搜索词' },
  { file: 'screens/notices/reminder-sheet.tsx', at: 'notices?tab=reminders', open: ['修改'], field: '到期前说什么' },
  { file: 'screens/brand/name-card.tsx', at: 'brand', field: '名称' },
  { file: 'screens/brand/links-card.tsx', at: 'brand', field: '客服链接' },
  { file: 'screens/brand/texts-card.tsx', at: 'brand', field: '用户协议（简体中文）' },
  { file: 'screens/brand/mail-card.tsx', at: 'brand', field: '发件人名称' },
  { file: 'screens/brand/domain-card.tsx', at: 'brand', field: '添加域名' },
  { file: 'screens/shown-clients/shown-clients-screen.tsx', at: 'clients', field: 'Clash Verge', by: 'tick' },
  { file: 'features/merchants/add-sheet.tsx', at: 'payment', open: ['添加支付接入'], field: '名称' },
  { file: 'features/merchants/key-fields.tsx', at: 'payment', open: ['添加支付接入'], field: '应用私钥' },
  {
    file: 'features/merchants/ways-sheet.tsx',
    at: 'payment',
    open: ['付款方式'],
    field: '用户看到的名称',
    answers: SOME_MERCHANT,
  },
  { file: 'features/invite/invite-sheet.tsx', at: 'team', open: ['邀请同事'], field: '邮箱' },
  { file: 'screens/team/invite-colleague-sheet.tsx', at: 'team', open: ['邀请同事'], field: '角色', by: 'choice' },
  { file: 'screens/team/member-sheet.tsx', at: 'team', open: ['form-helper › 管理'], field: '角色', by: 'choice' },
  { file: 'screens/team/role-sheet.tsx', at: 'team', open: ['新建角色'], field: '角色名称' },
  { file: 'features/role/choice-boxes.tsx', at: 'team', open: ['新建角色'], field: '看概览', by: 'tick' },
  { file: 'features/keys/make-key-sheet.tsx', at: 'connections', open: ['新建密钥'], field: '每天最多花' },
  {
    file: 'features/keys/key-sheet.tsx',
    at: 'connections',
    open: ['form-bot › 管理', '更换密钥'],
    field: '旧密钥还能用',
    by: 'choice',
    answers: SOME_KEY,
  },
  { file: 'screens/account/password-card.tsx', at: 'account', field: '新密码' },
  { file: 'features/bot/bot-card.tsx', at: 'connections', field: '机器人令牌' },
  { file: 'features/webhooks/webhook-form-sheet.tsx', at: 'connections', open: ['添加 Webhook'], field: '名称' },
  {
    file: 'features/webhooks/rotate-sheet.tsx',
    at: 'connections',
    answers: SOME_WEBHOOK,
    open: ['演示 › 管理', '更换密钥'],
    field: '旧密钥还能用',
    by: 'choice',
  },
  { file: 'features/factor/passkey-form.tsx', at: 'account', open: ['添加通行密钥'], field: '名称' },
]

/** Forms of the platform's own floor. */
export const platformForms: readonly FormRow[] = [
  { file: 'screens/resellers/create-sheet.tsx', at: 'resellers', open: ['新建代理'], field: '名称' },
  { file: 'features/reseller/list-field.tsx', at: 'resellers', open: ['新建代理'], field: '价目表', by: 'choice' },
  {
    file: 'screens/resellers/import/start-fields.tsx',
    at: 'resellers?tab=import',
    open: ['导入…'],
    field: '新代理的名称',
    answers: SOME_UPLOAD,
  },
  { file: 'screens/resellers/words-part.tsx', at: 'resellers', open: ['回复'], field: '回复', answers: SOME_WORD },
  { file: 'screens/reseller/decide-sheets.tsx', at: 'resellers/260', open: ['经营条件 › 修改'], field: '可欠平台' },
  {
    file: 'screens/reseller/limits-card.tsx',
    at: 'resellers/260',
    open: ['用户和流量上限 › 修改'],
    field: '最多用户数',
  },
  {
    file: 'screens/reseller/nodes-card.tsx',
    at: 'resellers/260',
    open: ['节点组 › 修改'],
    field: '常用',
    by: 'tick',
    answers: HAS_GROUP,
  },
  { file: 'screens/platform-notices/tell-sheet.tsx', at: 'platform-notices', open: ['写公告'], field: '标题' },
  { file: 'screens/packages/package-sheet.tsx', at: 'packages', open: ['新建套餐'], field: '名称' },
  { file: 'screens/price-lists/example-card.tsx', at: 'price-lists', field: '给想开代理的人看的收入示例' },
  { file: 'screens/price-lists/add-list-sheet.tsx', at: 'price-lists', open: ['新建价目'], field: '名称' },
  { file: 'screens/price-lists/rename-sheet.tsx', at: 'price-lists', open: ['改名'], field: '名称' },
  { file: 'screens/price-lists/wholesale-sheet.tsx', at: 'price-lists', open: ['加一个价格'], field: '批发价' },
  {
    file: 'screens/price-lists/assign-sheet.tsx',
    at: 'price-lists',
    open: ['换价目'],
    field: '换成',
    by: 'choice',
  },
  { file: 'screens/clients/client-sheet.tsx', at: 'clients', open: ['添加客户端'], field: '名称' },
  {
    file: 'screens/payouts/decide-sheet.tsx',
    at: 'payouts',
    open: ['处理', '拒绝'],
    field: '原因',
    answers: SOME_PAYOUT,
  },
  { file: 'screens/refunds/wishes-part.tsx', at: 'refunds', open: ['拒绝'], field: '为什么', answers: SOME_WISH },
  { file: 'screens/refunds/refund-sheet.tsx', at: 'refunds', open: ['订单号或付款单号=:order', '查找'], field: '原因' },
  { file: 'screens/adjustments/adjust-part.tsx', at: 'adjustments', open: ['代理编号=260', '查找'], field: '原因' },
  {
    file: 'screens/adjustments/unclaimed-part.tsx',
    at: 'adjustments',
    open: ['归还'],
    field: '原因',
    answers: SOME_UNCLAIMED,
  },
  { file: 'screens/node-groups/node-groups-screen.tsx', at: 'node-groups', open: ['新建节点组'], field: '名称' },
  { file: 'screens/nodes/node-form.tsx', at: 'nodes', open: ['添加节点'], field: '名称' },
  {
    file: 'screens/nodes/edit-sheet.tsx',
    at: 'nodes/1',
    open: [ACTIONS, '更换 REALITY 密钥'],
    field: 'REALITY 公钥',
    answers: HAS_KEYS,
  },
  {
    file: 'screens/nodes/edit-sheet.tsx',
    at: 'nodes/1',
    open: [ACTIONS, 'VLESS 加密'],
    field: 'encryption（VLESS 加密，客户端的一半）',
    answers: IS_VLESS,
  },
  { file: 'screens/nodes/move-part.tsx', at: 'nodes/1', open: [ACTIONS, '全部迁走'], field: '迁到', by: 'choice' },
  { file: 'screens/alerts/rules.tsx', at: 'alerts', open: ['规则 › 修改'], field: '节点失联' },
  { file: 'screens/alerts/windows.tsx', at: 'alerts', open: ['安排维护'], field: '给用户的说明' },
  { file: 'screens/monitors/monitors-screen.tsx', at: 'monitors', open: ['添加账号'], field: '账号名' },
  { file: 'screens/machine/maintenance.tsx', at: 'machine', open: ['开启维护'], field: '给用户的一句话' },
  { file: 'screens/backups/backups-screen.tsx', at: 'backups', open: ['下载'], field: '口令', answers: SOME_BACKUP },
]

/** Before anybody is in: there is no other screen to go to, so only closing and reloading can ask. */
export const doorForms: readonly FormRow[] = [
  { file: 'screens/join/join-form.tsx', at: 'join#:invitation', field: '账号' },
  { file: 'screens/join/mail-code.tsx', at: 'join#:invitation', field: '邮箱验证码' },
]
