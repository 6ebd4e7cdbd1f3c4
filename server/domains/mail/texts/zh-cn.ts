import { limits } from '../../../../contract/limits.ts'
import type { MailTexts } from '../mail-templates.ts'
import { reminderTexts } from './reminder-texts.ts'
import { trialTexts } from './trial-texts.ts'
import { webhookTexts } from './webhook-texts.ts'

const MINUTES = limits.mailCodeTtlMs / 60_000
const STAFF_MINUTES = limits.operatorCodeTtlMs / 60_000
const WELCOME_HOURS = limits.welcomeCodeTtlMs / 3_600_000
const VALID = `${MINUTES} 分钟内有效，只能使用一次。请不要告诉任何人，客服也不会向你索要。`
const NOT_YOU = '如果不是你本人操作，请立即重置密码，并联系客服。'
const WAYS: Record<string, string> = { alipay: '支付宝', wechat: '微信', bank: '银行卡' }
const SIGN_IN = { label: '前往登录', path: '/login' } as const
const RESET = { label: '重置密码', path: '/find_pass' } as const

const CONSOLE = { label: '打开控制台', path: '/console' } as const
const NOT_MEMBER = '如果不是你本人操作，请立即登录控制台修改密码、退出其他设备，并告诉负责人。'

const AT_LIMIT =
  '到达上限后，新用户不能注册；如果约定的是停止销售，也不再有新购、升级、流量包、卡密和赠送。现有用户照常使用，续费、充值和兑换照常。'
const FROM_NOW =
  '现在起新用户不能注册；如果约定的是停止销售，也不再有新购、升级、流量包、卡密和赠送。现有用户照常使用，续费、充值和兑换照常。'
const MORE = '需要更高的上限，请联系平台。'

export const zhCN: MailTexts = {
  footer: '此邮件由系统自动发送，请勿直接回复。',
  code_bind: ({ user }) => ({
    subject: '绑定邮箱的验证码',
    lines: [`账号 ${user} 正在绑定这个邮箱，验证码是：`, VALID, '如果你没有申请绑定，忽略这封邮件即可。'],
  }),
  code_reset: ({ user }) => ({
    subject: '重置密码的验证码',
    lines: [`账号 ${user} 正在重置密码，验证码是：`, VALID, '如果你没有申请重置，忽略这封邮件即可，密码不会改变。'],
  }),
  code_unlock: ({ user }) => ({
    subject: '解锁账号的验证码',
    lines: [`账号 ${user} 正在解锁，验证码是：`, VALID, '如果你没有申请解锁，忽略这封邮件即可，账号会保持锁定。'],
  }),
  code_staff: ({ user }) => ({
    subject: '客服签发的重置密码验证码',
    lines: [
      `客服为账号 ${user} 签发了重置密码的验证码：`,
      `${STAFF_MINUTES} 分钟内有效，只能使用一次。请不要告诉任何人，客服也不会向你索要。`,
      '打开找回密码页面，选择“已有验证码”并填写。使用后所有设备都会退出登录。',
      '如果你没有联系过客服，请忽略验证码，并尽快登录查看。72 小时内不能提现、更换邮箱或注销账号。',
    ],
    action: RESET,
  }),
  code_welcome: ({ user }) => ({
    subject: '你的账号已开通',
    lines: [
      `账号 ${user} 已为你开通，请用这个验证码设置密码：`,
      `${WELCOME_HOURS} 小时内有效，只能使用一次。请不要告诉任何人。`,
      '打开页面后选择“已有验证码”，填写账号、验证码和新密码即可。',
    ],
    action: { label: '设置密码', path: '/find_pass' },
  }),
  reset_code_told: ({ user, at }) => ({
    subject: '客服签发了重置密码的验证码',
    lines: [
      `客服于 ${at} 为账号 ${user} 签发了重置密码的验证码，用它可以设置新密码。`,
      '为了安全，72 小时内不能提现、更换邮箱或注销账号。如果不是你本人要求的，请立即联系客服。',
    ],
    action: SIGN_IN,
  }),
  new_login: ({ user, device, address, at }) => ({
    subject: '账号有新的登录',
    lines: [`账号 ${user} 于 ${at} 在一台新设备上登录。`, `设备：${device}`, `地址：${address}`, NOT_YOU],
    action: RESET,
  }),
  device_stolen: ({ user, device, at }) => ({
    subject: '已退出一台可疑的设备',
    lines: [
      `账号 ${user} 在设备「${device}」上保存的登录凭证于 ${at} 被重复使用，可能已被他人复制。`,
      '我们已让这台设备退出登录，其他设备不受影响。请重新登录；如果你没有更换过设备，建议修改密码。',
    ],
    action: SIGN_IN,
  }),
  password_changed: ({ user, at }) => ({
    subject: '密码已修改',
    lines: [`账号 ${user} 的密码已于 ${at} 修改。`, NOT_YOU],
    action: RESET,
  }),
  email_bound: ({ user, masked, at }) => ({
    subject: '邮箱已绑定',
    lines: [
      `账号 ${user} 已于 ${at} 绑定邮箱 ${masked}。以后忘了密码，可以用它找回。`,
      '如果不是你本人操作，请立即联系客服。',
    ],
  }),
  email_changed: ({ user, masked, at }) => ({
    subject: '绑定邮箱已更新',
    lines: [`账号 ${user} 的绑定邮箱已于 ${at} 更新为 ${masked}。`, '如果不是你本人操作，请立即联系客服。'],
  }),
  account_locked: ({ user, at }) => ({
    subject: '账号已锁定',
    lines: [
      `账号 ${user} 已于 ${at} 锁定，所有设备均已退出登录。`,
      '需要解锁时，请打开登录页，输入账号和密码，按提示获取解锁验证码并设置新密码。',
    ],
    action: SIGN_IN,
  }),
  account_unlocked: ({ user, at }) => ({
    subject: '账号已解锁',
    lines: [`账号 ${user} 已于 ${at} 解锁，现在可以登录。`, NOT_YOU],
    action: SIGN_IN,
  }),
  account_blocked: ({ user, reason }) => ({
    subject: '账号已停用',
    lines: [
      `账号 ${user} 已被停用，原因：${reason}`,
      '剩余时间会为你保留。你仍可登录、查看和提现，但不能购买、充值或恢复服务。如有疑问，请联系客服。',
    ],
    action: SIGN_IN,
  }),
  account_unblocked: ({ user, at }) => ({
    subject: '账号已恢复',
    lines: [`账号 ${user} 已于 ${at} 恢复，可以正常使用。`],
    action: SIGN_IN,
  }),
  deletion_asked: ({ user, until }) => ({
    subject: '账号将被注销',
    lines: [`账号 ${user} 已申请注销，将于 ${until} 之后删除。`, '如果改变主意，在此之前登录并撤回注销即可。'],
    action: SIGN_IN,
  }),
  deletion_by_staff: ({ user, until }) => ({
    subject: '账号将被注销',
    lines: [
      `客服申请注销账号 ${user}，将于 ${until} 之后注销。`,
      '想保留账号，请在此之前登录，打开“修改密码”里的“注销账号”并撤回，不需要任何理由。',
    ],
    action: SIGN_IN,
  }),
  deletion_put_off: ({ user }) => ({
    subject: '账号注销已推迟',
    lines: [
      `账号 ${user} 申请注销后又收到了款项，注销已推迟，这些款项不会作废。`,
      '登录后可以用完{{balance}}，或再次申请注销并确认放弃。',
    ],
    action: SIGN_IN,
  }),
  pause_ended: ({ user, at }) => ({
    subject: '暂停已结束，服务已恢复',
    lines: [`账号 ${user} 的暂停已达到最长期限，服务已于 ${at} 自动恢复，剩余时间重新开始计算。`],
    action: SIGN_IN,
  }),
  renew_soon: ({ user, package: name, amount, until }) => ({
    subject: '套餐即将自动续费',
    lines: [
      `账号 ${user} 的套餐「${name}」将于 ${until} 到期，到期前一天会从{{balance}}自动续费 ${amount}。`,
      '请确保{{balance}}充足；如不需要，登录后关闭自动续费即可。',
    ],
    action: SIGN_IN,
  }),
  renewed: ({ user, package: name, amount, until }) => ({
    subject: '套餐已自动续费',
    lines: [`账号 ${user} 的套餐「${name}」已从{{balance}}续费 ${amount}，有效期至 ${until}。`],
    action: SIGN_IN,
  }),
  renew_failed: ({ user, package: name, amount, until }) => ({
    subject: '套餐自动续费未成功',
    lines: [
      `账号 ${user} 的套餐「${name}」需要 ${amount}，暂时未能从{{balance}}续费，将于 ${until} 到期。`,
      '请登录后充值，到期前会再次尝试；也可以手动续费。',
    ],
    action: SIGN_IN,
  }),
  renew_early_failed: ({ user, package: name, amount }) => ({
    subject: '流量用完了，没能自动续费',
    lines: [
      `账号 ${user} 的套餐「${name}」流量用完了，没能从{{balance}}续费 ${amount}，没有扣款。`,
      '请登录后充值，之后会自动再试；也可以到套餐页看看别的办法，或等流量重置。',
    ],
    action: SIGN_IN,
  }),
  renew_stopped: ({ user, package: name, until }) => ({
    subject: '套餐暂时不能续费',
    lines: [
      `账号 ${user} 的套餐「${name}」目前停止销售，不会自动续费，也不会扣款。现有服务可以用到 ${until}。`,
      '到期前可以登录后换一个套餐，或联系客服。',
    ],
    action: SIGN_IN,
  }),
  ...trialTexts['zh-CN'],
  ...reminderTexts['zh-CN'],
  ...webhookTexts['zh-CN'],
  lines_end_soon: ({ user, until }) => ({
    subject: '线路即将卸载',
    lines: [
      `账号 ${user} 的套餐已到期多日，线路将于 ${until} 之后卸载，之后需要重新安装。`,
      '在此之前续费，线路会原样恢复，客户端无需重新设置。',
    ],
    action: SIGN_IN,
  }),
  node_removed: ({ user, node }) => ({
    subject: '有一个节点已下线',
    lines: [
      `账号 ${user} 使用的节点「${node}」已下线，这个节点上的线路已停用。`,
      '请登录后在“线路列表”里把它换到其他节点，然后更新客户端的订阅。',
    ],
    action: SIGN_IN,
  }),
  line_moved: ({ user, node, target }) => ({
    subject: '线路已换到新的节点',
    lines: [
      `账号 ${user} 在节点「${node}」上的线路已换到「${target}」，套餐和流量不受影响。`,
      '请在客户端里更新一次订阅，新的节点就会出现。',
    ],
    action: SIGN_IN,
  }),
  totp_turned_on: ({ user, at }) => ({
    subject: '两步验证已开启',
    lines: [
      `账号 ${user} 的两步验证已于 ${at} 开启，以后登录还需要验证器里的验证码。`,
      '请保存好恢复码，换手机时会用到。如果不是你本人操作，请立即联系客服。',
    ],
    action: SIGN_IN,
  }),
  totp_turned_off: ({ user, at }) => ({
    subject: '两步验证已关闭',
    lines: [`账号 ${user} 的两步验证已于 ${at} 关闭，现在只凭密码就能登录，可以随时重新开启。`, NOT_YOU],
    action: RESET,
  }),
  passkey_added: ({ user, name, at }) => ({
    subject: '已添加通行密钥',
    lines: [
      `账号 ${user} 于 ${at} 添加了通行密钥「${name}」，它可以代替密码登录。`,
      '如果不是你本人操作，请立即登录，删除这个通行密钥并修改密码。',
    ],
    action: SIGN_IN,
  }),
  passkey_removed: ({ user, name, at }) => ({
    subject: '已删除通行密钥',
    lines: [`账号 ${user} 的通行密钥「${name}」已于 ${at} 删除，不能再用它登录。`, NOT_YOU],
    action: RESET,
  }),
  withdrawal_paid: ({ user, amount, way, at }) => ({
    subject: '提现已打款',
    lines: [
      `账号 ${user} 申请的提现 ${amount} 已于 ${at} 通过${WAYS[way] ?? way}打款，请留意到账。`,
      '如果没有收到，请在 14 天内点下面的按钮，登录后在提现记录里选“没有收到”，平台会核实。',
    ],
    action: { label: '没有收到', path: '/user/invite' },
  }),
  withdrawal_refused: ({ user, amount, reason }) => ({
    subject: '提现未通过',
    lines: [
      `账号 ${user} 申请的提现 ${amount} 未通过，金额已退回可用佣金。`,
      `原因：${reason}`,
      '登录后可以重新申请，或把佣金转入{{balance}}。',
    ],
    action: SIGN_IN,
  }),
  agency_suspended: ({ user, agency, number }) => ({
    subject: '代理已暂停',
    lines: [
      `账号 ${user} 的代理「${agency}」（代理编号 ${number}）的开通费已退款，代理已暂停，不再接受注册和收款。已有用户仍可登录。`,
      '如有疑问，请联系客服。',
    ],
  }),
  reseller_suspended: ({ number, reason }) => ({
    subject: '平台暂停了你的代理',
    lines: [
      `代理 ${number} 已被平台暂停：不再有注册、销售和付款，已有用户仍可登录和使用。`,
      `原因：${reason}`,
      '控制台还能登录、查看、处理提现和充值。处理好之后，请联系平台恢复。',
    ],
    action: CONSOLE,
  }),
  reseller_resumed: ({ number }) => ({
    subject: '你的代理已恢复',
    lines: [`代理 ${number} 已恢复：注册、销售和付款从现在起照常进行。`],
    action: CONSOLE,
  }),
  wholesale_rises: ({ user, number, packages, at }) => ({
    subject: '批发价将上调',
    lines: [
      `账号 ${user} 的代理（编号 ${number}）以下套餐将于 ${at} 起上调批发价：${packages}。`,
      '请在此之前检查零售价。批发价高于零售价而没有确认的套餐，到时会自动停售并停止续费。',
    ],
  }),
  offers_stopped: ({ user, number, packages }) => ({
    subject: '有套餐已停售',
    lines: [
      `账号 ${user} 的代理（编号 ${number}）以下套餐，批发价已高于零售价，现已停售并停止自动续费：${packages}。`,
      '调整零售价，或确认亏本销售后，会马上恢复。相关用户已收到通知。',
    ],
  }),
  payout_paid: ({ user, number, amount, at }) => ({
    subject: '结算已打款',
    lines: [`账号 ${user} 的代理（编号 ${number}）申请的结算 ${amount} 已于 ${at} 打款，请留意到账。`],
  }),
  payout_refused: ({ user, number, amount, reason }) => ({
    subject: '结算未通过',
    lines: [
      `账号 ${user} 的代理（编号 ${number}）申请的结算 ${amount} 未通过，金额已退回代理余额。`,
      `原因：${reason}`,
    ],
  }),
  agency_approved: ({ user, agency, number }) => ({
    subject: '代理已通过审核',
    lines: [
      `账号 ${user} 的代理「${agency}」（代理编号 ${number}）已通过审核，现在可以在线收款。`,
      '点击下面的按钮，登录后可以进入控制台，也可以查看并分享入口链接。',
    ],
    action: { label: '进入控制台', path: '/user/open_agency' },
  }),
  agency_given_away: ({ user, agency, number }) => ({
    subject: '代理已转交',
    lines: [
      `账号 ${user} 的代理「${agency}」（代理编号 ${number}）已转交给他人。原来的控制台成员都已退出，收款方式已关闭。`,
      '如果你不知情，请立即联系平台。',
    ],
  }),
  agency_received: ({ user, agency, number }) => ({
    subject: '你接手了一个代理',
    lines: [
      `代理「${agency}」（代理编号 ${number}）已转交给账号 ${user}。用户和账目不变，收款方式要重新设置。`,
      '点击下面的按钮，登录后进入控制台。',
    ],
    action: { label: '进入控制台', path: '/user/open_agency' },
  }),
  users_near: ({ number, used, max }) => ({
    subject: '用户数快到上限了',
    lines: [`代理（编号 ${number}）已有 ${used} 位用户，平台设定的上限是 ${max} 位。`, AT_LIMIT, MORE],
    action: CONSOLE,
  }),
  users_full: ({ number, used, max }) => ({
    subject: '用户数已到上限',
    lines: [`代理（编号 ${number}）已有 ${used} 位用户，到达平台设定的上限 ${max} 位。`, FROM_NOW, MORE],
    action: CONSOLE,
  }),
  traffic_near: ({ number, used, max }) => ({
    subject: '本月流量快到上限了',
    lines: [`代理（编号 ${number}）本月已用流量 ${used}，平台设定的上限是 ${max}。`, AT_LIMIT, MORE],
    action: CONSOLE,
  }),
  traffic_full: ({ number, used, max }) => ({
    subject: '本月流量已到上限',
    lines: [`代理（编号 ${number}）本月已用流量 ${used}，到达平台设定的上限 ${max}。`, FROM_NOW, MORE],
    action: CONSOLE,
  }),
  staff_invited: ({ team, until }) => ({
    subject: `邀请你加入${team}的控制台`,
    lines: [
      `你受邀加入${team}的控制台。打开下面的链接，设置名称、密码和两步验证即可。`,
      `链接在 ${until} 前有效，只能使用一次。请不要转发给任何人。`,
      '如果你不认识邀请人，忽略这封邮件即可。',
    ],
    action: { label: '接受邀请', path: '/console/join' },
  }),
  code_staff_email: () => ({
    subject: '加入控制台的邮箱验证码',
    lines: ['你正在用这个邮箱加入控制台，验证码是：', VALID, '如果不是你本人操作，忽略这封邮件即可。'],
  }),
  code_staff_reset: ({ user }) => ({
    subject: '重置控制台密码的验证码',
    lines: [
      `${user} 正在重置控制台的密码，验证码是：`,
      VALID,
      '还需要两步验证才能完成。如果不是你本人操作，忽略这封邮件即可，密码不会改变。',
    ],
  }),
  staff_password_reset: ({ member, at }) => ({
    subject: '团队成员找回了控制台密码',
    lines: [
      `${member} 于 ${at} 用邮箱和两步验证重置了控制台密码，原来的登录都已退出，72 小时内不能动钱、密钥和团队。`,
      `如果这不是 ${member} 本人，请立即移除这位成员。`,
    ],
    action: CONSOLE,
  }),
  staff_new_login: ({ member, device, address, at }) => ({
    subject: '控制台有新的登录',
    lines: [`${member} 于 ${at} 在一台新设备上登录了控制台。`, `设备：${device}`, `地址：${address}`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_summary: ({ day, text }) => ({
    subject: `今日小结 ${day}`,
    lines: [`${day} 到现在：`, ...text.split('\n')],
    action: CONSOLE,
  }),
  staff_password_changed: ({ member, at }) => ({
    subject: '控制台密码已修改',
    lines: [`${member} 的控制台密码于 ${at} 修改，其他设备都已退出。`, NOT_MEMBER],
    action: CONSOLE,
  }),
  payee_changed: ({ number, at }) => ({
    subject: '打款账户已修改',
    lines: [`代理（编号 ${number}）结算用的打款账户于 ${at} 修改，72 小时后才能结算到新账户。`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_factor_changed: ({ member, at }) => ({
    subject: '控制台的两步验证有变动',
    lines: [`${member} 的控制台两步验证于 ${at} 有变动，其他设备都已退出。`, NOT_MEMBER],
    action: CONSOLE,
  }),
}
