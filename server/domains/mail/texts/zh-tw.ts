import { limits } from '../../../../contract/limits.ts'
import type { MailTexts } from '../mail-templates.ts'
import { reminderTexts } from './reminder-texts.ts'
import { trialTexts } from './trial-texts.ts'
import { webhookTexts } from './webhook-texts.ts'

const MINUTES = limits.mailCodeTtlMs / 60_000
const STAFF_MINUTES = limits.operatorCodeTtlMs / 60_000
const WELCOME_HOURS = limits.welcomeCodeTtlMs / 3_600_000
const VALID = `${MINUTES} 分鐘內有效，只能使用一次。請不要告訴任何人，客服也不會向你索取。`
const NOT_YOU = '如果不是你本人操作，請立即重設密碼，並聯絡客服。'
const WAYS: Record<string, string> = { alipay: '支付寶', wechat: '微信', bank: '銀行卡' }
const SIGN_IN = { label: '前往登入', path: '/login' } as const
const RESET = { label: '重設密碼', path: '/find_pass' } as const

const CONSOLE = { label: '開啟控制台', path: '/console' } as const
const NOT_MEMBER = '如果不是你本人操作，請立即登入控制台修改密碼、登出其他裝置，並告訴負責人。'

const AT_LIMIT =
  '到達上限後，新使用者不能註冊；如果約定的是停止銷售，也不再有新購、升級、流量包、序號和贈送。現有使用者照常使用，續約、儲值和兌換照常。'
const FROM_NOW =
  '現在起新使用者不能註冊；如果約定的是停止銷售，也不再有新購、升級、流量包、序號和贈送。現有使用者照常使用，續約、儲值和兌換照常。'
const MORE = '需要更高的上限，請聯絡平台。'

export const zhTW: MailTexts = {
  footer: '此郵件由系統自動寄出，請勿直接回覆。',
  code_bind: ({ user }) => ({
    subject: '綁定信箱的驗證碼',
    lines: [`帳號 ${user} 正在綁定這個信箱，驗證碼是：`, VALID, '如果你沒有申請綁定，忽略這封郵件即可。'],
  }),
  code_reset: ({ user }) => ({
    subject: '重設密碼的驗證碼',
    lines: [`帳號 ${user} 正在重設密碼，驗證碼是：`, VALID, '如果你沒有申請重設，忽略這封郵件即可，密碼不會改變。'],
  }),
  code_unlock: ({ user }) => ({
    subject: '解鎖帳號的驗證碼',
    lines: [`帳號 ${user} 正在解鎖，驗證碼是：`, VALID, '如果你沒有申請解鎖，忽略這封郵件即可，帳號會保持鎖定。'],
  }),
  code_staff: ({ user }) => ({
    subject: '客服簽發的重設密碼驗證碼',
    lines: [
      `客服為帳號 ${user} 簽發了重設密碼的驗證碼：`,
      `${STAFF_MINUTES} 分鐘內有效，只能使用一次。請不要告訴任何人，客服也不會向你索取。`,
      '開啟找回密碼頁面，選擇「已有驗證碼」並填寫。使用後所有裝置都會登出。',
      '如果你沒有聯絡過客服，請忽略驗證碼，並盡快登入查看。72 小時內不能提領、更換信箱或刪除帳號。',
    ],
    action: RESET,
  }),
  code_welcome: ({ user }) => ({
    subject: '你的帳號已開通',
    lines: [
      `帳號 ${user} 已為你開通，請用這個驗證碼設定密碼：`,
      `${WELCOME_HOURS} 小時內有效，只能使用一次。請不要告訴任何人。`,
      '開啟頁面後選擇「已有驗證碼」，填寫帳號、驗證碼和新密碼即可。',
    ],
    action: { label: '設定密碼', path: '/find_pass' },
  }),
  reset_code_told: ({ user, at }) => ({
    subject: '客服簽發了重設密碼的驗證碼',
    lines: [
      `客服於 ${at} 為帳號 ${user} 簽發了重設密碼的驗證碼，用它可以設定新密碼。`,
      '為了安全，72 小時內不能提領、更換信箱或刪除帳號。如果不是你本人要求的，請立即聯絡客服。',
    ],
    action: SIGN_IN,
  }),
  new_login: ({ user, device, address, at }) => ({
    subject: '帳號有新的登入',
    lines: [`帳號 ${user} 於 ${at} 在一台新裝置上登入。`, `裝置：${device}`, `位址：${address}`, NOT_YOU],
    action: RESET,
  }),
  device_stolen: ({ user, device, at }) => ({
    subject: '已登出一台可疑的裝置',
    lines: [
      `帳號 ${user} 在裝置「${device}」上保存的登入憑證於 ${at} 被重複使用，可能已被別人複製。`,
      '我們已讓這台裝置登出，其他裝置不受影響。請重新登入；如果你沒有更換過裝置，建議修改密碼。',
    ],
    action: SIGN_IN,
  }),
  password_changed: ({ user, at }) => ({
    subject: '密碼已修改',
    lines: [`帳號 ${user} 的密碼已於 ${at} 修改。`, NOT_YOU],
    action: RESET,
  }),
  email_bound: ({ user, masked, at }) => ({
    subject: '信箱已綁定',
    lines: [
      `帳號 ${user} 已於 ${at} 綁定信箱 ${masked}。以後忘了密碼，可以用它找回。`,
      '如果不是你本人操作，請立即聯絡客服。',
    ],
  }),
  email_changed: ({ user, masked, at }) => ({
    subject: '綁定信箱已更新',
    lines: [`帳號 ${user} 的綁定信箱已於 ${at} 更新為 ${masked}。`, '如果不是你本人操作，請立即聯絡客服。'],
  }),
  account_locked: ({ user, at }) => ({
    subject: '帳號已鎖定',
    lines: [
      `帳號 ${user} 已於 ${at} 鎖定，所有裝置均已登出。`,
      '需要解鎖時，請開啟登入頁，輸入帳號和密碼，依提示取得解鎖驗證碼並設定新密碼。',
    ],
    action: SIGN_IN,
  }),
  account_unlocked: ({ user, at }) => ({
    subject: '帳號已解鎖',
    lines: [`帳號 ${user} 已於 ${at} 解鎖，現在可以登入。`, NOT_YOU],
    action: SIGN_IN,
  }),
  account_blocked: ({ user, reason }) => ({
    subject: '帳號已停用',
    lines: [
      `帳號 ${user} 已被停用，原因：${reason}`,
      '剩餘時間會為你保留。你仍可登入、查看和提領，但不能購買、儲值或恢復服務。如有疑問，請聯絡客服。',
    ],
    action: SIGN_IN,
  }),
  account_unblocked: ({ user, at }) => ({
    subject: '帳號已恢復',
    lines: [`帳號 ${user} 已於 ${at} 恢復，可以正常使用。`],
    action: SIGN_IN,
  }),
  deletion_asked: ({ user, until }) => ({
    subject: '帳號將被刪除',
    lines: [`帳號 ${user} 已申請刪除，將於 ${until} 之後刪除。`, '如果改變主意，在此之前登入並撤回即可。'],
    action: SIGN_IN,
  }),
  deletion_by_staff: ({ user, until }) => ({
    subject: '帳號將被刪除',
    lines: [
      `客服申請刪除帳號 ${user}，將於 ${until} 之後刪除。`,
      '想保留帳號，請在此之前登入，開啟「修改密碼」裡的「刪除帳號」並撤回，不需要任何理由。',
    ],
    action: SIGN_IN,
  }),
  deletion_put_off: ({ user }) => ({
    subject: '刪除帳號已延後',
    lines: [
      `帳號 ${user} 申請刪除帳號後又收到了款項，刪除已延後，這些款項不會作廢。`,
      '登入後可以用完{{balance}}，或再次申請刪除帳號並確認放棄。',
    ],
    action: SIGN_IN,
  }),
  pause_ended: ({ user, at }) => ({
    subject: '暫停已結束，服務已恢復',
    lines: [`帳號 ${user} 的暫停已達到最長期限，服務已於 ${at} 自動恢復，剩餘時間重新開始計算。`],
    action: SIGN_IN,
  }),
  renew_soon: ({ user, package: name, amount, until }) => ({
    subject: '方案即將自動續約',
    lines: [
      `帳號 ${user} 的方案「${name}」將於 ${until} 到期，到期前一天會從{{balance}}扣 ${amount} 自動續約。`,
      '請確保{{balance}}充足；如不需要，登入後關閉自動續約即可。',
    ],
    action: SIGN_IN,
  }),
  renewed: ({ user, package: name, amount, until }) => ({
    subject: '方案已自動續約',
    lines: [`帳號 ${user} 的方案「${name}」已從{{balance}}扣 ${amount} 續約，有效期至 ${until}。`],
    action: SIGN_IN,
  }),
  renew_failed: ({ user, package: name, amount, until }) => ({
    subject: '方案自動續約未成功',
    lines: [
      `帳號 ${user} 的方案「${name}」需要 ${amount}，暫時未能用{{balance}}續約，將於 ${until} 到期。`,
      '請登入後儲值，到期前會再次嘗試；也可以手動續約。',
    ],
    action: SIGN_IN,
  }),
  renew_early_failed: ({ user, package: name, amount }) => ({
    subject: '流量用完了，未能自動續約',
    lines: [
      `帳號 ${user} 的方案「${name}」流量用完了，未能用{{balance}}續約（${amount}），沒有扣款。`,
      '請登入後儲值，之後會自動再試；也可以到方案頁看看別的辦法，或等流量重設。',
    ],
    action: SIGN_IN,
  }),
  renew_stopped: ({ user, package: name, until }) => ({
    subject: '方案暫時無法續約',
    lines: [
      `帳號 ${user} 的方案「${name}」目前停止銷售，不會自動續約，也不會扣款。現有服務可以用到 ${until}。`,
      '到期前可以登入後換一個方案，或聯絡客服。',
    ],
    action: SIGN_IN,
  }),
  ...trialTexts['zh-TW'],
  ...reminderTexts['zh-TW'],
  ...webhookTexts['zh-TW'],
  lines_end_soon: ({ user, until }) => ({
    subject: '線路即將移除',
    lines: [
      `帳號 ${user} 的方案已到期多日，線路將於 ${until} 之後移除，到時需要重新安裝。`,
      '在此之前續約，線路會原樣恢復，App 無需重新設定。',
    ],
    action: SIGN_IN,
  }),
  node_removed: ({ user, node }) => ({
    subject: '有一個節點已下線',
    lines: [
      `帳號 ${user} 使用的節點「${node}」已下線，這個節點上的線路已停用。`,
      '請登入後在「線路清單」裡把它換到其他節點，然後在 App 裡更新訂閱。',
    ],
    action: SIGN_IN,
  }),
  line_moved: ({ user, node, target }) => ({
    subject: '線路已換到新的節點',
    lines: [
      `帳號 ${user} 在節點「${node}」上的線路已換到「${target}」，方案和流量不受影響。`,
      '請在 App 裡更新一次訂閱，新的節點就會出現。',
    ],
    action: SIGN_IN,
  }),
  totp_turned_on: ({ user, at }) => ({
    subject: '兩步驟驗證已開啟',
    lines: [
      `帳號 ${user} 的兩步驟驗證已於 ${at} 開啟，以後登入還需要驗證器裡的驗證碼。`,
      '請保存好復原碼，換手機時會用到。如果不是你本人操作，請立即聯絡客服。',
    ],
    action: SIGN_IN,
  }),
  totp_turned_off: ({ user, at }) => ({
    subject: '兩步驟驗證已關閉',
    lines: [`帳號 ${user} 的兩步驟驗證已於 ${at} 關閉，現在只憑密碼就能登入，可以隨時重新開啟。`, NOT_YOU],
    action: RESET,
  }),
  passkey_added: ({ user, name, at }) => ({
    subject: '已新增通行密鑰',
    lines: [
      `帳號 ${user} 於 ${at} 新增了通行密鑰「${name}」，它可以代替密碼登入。`,
      '如果不是你本人操作，請立即登入，刪除這個通行密鑰並修改密碼。',
    ],
    action: SIGN_IN,
  }),
  passkey_removed: ({ user, name, at }) => ({
    subject: '已刪除通行密鑰',
    lines: [`帳號 ${user} 的通行密鑰「${name}」已於 ${at} 刪除，不能再用它登入。`, NOT_YOU],
    action: RESET,
  }),
  withdrawal_paid: ({ user, amount, way, at }) => ({
    subject: '提領已撥款',
    lines: [
      `帳號 ${user} 申請的提領 ${amount} 已於 ${at} 透過${WAYS[way] ?? way}撥款，請留意入帳。`,
      '如果沒有收到，請在 14 天內點下面的按鈕，登入後在提領紀錄裡選「沒有收到」，平台會核實。',
    ],
    action: { label: '沒有收到', path: '/user/invite' },
  }),
  withdrawal_refused: ({ user, amount, reason }) => ({
    subject: '提領未通過',
    lines: [
      `帳號 ${user} 申請的提領 ${amount} 未通過，金額已退回可用佣金。`,
      `原因：${reason}`,
      '登入後可以重新申請，或把佣金轉入{{balance}}。',
    ],
    action: SIGN_IN,
  }),
  agency_suspended: ({ user, agency, number }) => ({
    subject: '代理商已暫停',
    lines: [
      `帳號 ${user} 的代理商「${agency}」（代理商編號 ${number}）的開通費已退款，代理商已暫停，不再接受註冊和收款。已有使用者仍可登入。`,
      '如有疑問，請聯絡客服。',
    ],
  }),
  reseller_suspended: ({ number, reason }) => ({
    subject: '平台暫停了你的代理商',
    lines: [
      `代理商 ${number} 已被平台暫停：不再有註冊、銷售和付款，已有使用者仍可登入和使用。`,
      `原因：${reason}`,
      '控制台還能登入、查看、處理提領和儲值。處理好之後，請聯絡平台恢復。',
    ],
    action: CONSOLE,
  }),
  reseller_resumed: ({ number }) => ({
    subject: '你的代理商已恢復',
    lines: [`代理商 ${number} 已恢復：註冊、銷售和付款從現在起照常進行。`],
    action: CONSOLE,
  }),
  wholesale_rises: ({ user, number, packages, at }) => ({
    subject: '批發價將調漲',
    lines: [
      `帳號 ${user} 的代理商（編號 ${number}）以下方案將於 ${at} 起調漲批發價：${packages}。`,
      '請在此之前檢查零售價。批發價高於零售價而沒有確認的方案，到時會自動停售並停止續約。',
    ],
  }),
  offers_stopped: ({ user, number, packages }) => ({
    subject: '有方案已停售',
    lines: [
      `帳號 ${user} 的代理商（編號 ${number}）以下方案，批發價已高於零售價，現已停售並停止自動續約：${packages}。`,
      '調整零售價，或確認虧本銷售後，會馬上恢復。相關使用者已收到通知。',
    ],
  }),
  payout_paid: ({ user, number, amount, at }) => ({
    subject: '結算已撥款',
    lines: [`帳號 ${user} 的代理商（編號 ${number}）申請的結算 ${amount} 已於 ${at} 撥款，請留意入帳。`],
  }),
  payout_refused: ({ user, number, amount, reason }) => ({
    subject: '結算未通過',
    lines: [
      `帳號 ${user} 的代理商（編號 ${number}）申請的結算 ${amount} 未通過，金額已退回代理商餘額。`,
      `原因：${reason}`,
    ],
  }),
  agency_approved: ({ user, agency, number }) => ({
    subject: '代理商審核已通過',
    lines: [
      `帳號 ${user} 的代理商「${agency}」（代理商編號 ${number}）已通過審核，現在可以線上收款。`,
      '點選下面的按鈕，登入後可以進入控制台，也可以查看並分享入口連結。',
    ],
    action: { label: '進入控制台', path: '/user/open_agency' },
  }),
  agency_given_away: ({ user, agency, number }) => ({
    subject: '代理商已轉交',
    lines: [
      `帳號 ${user} 的代理商「${agency}」（代理商編號 ${number}）已轉交給他人。原來的控制台成員都已登出，收款方式已關閉。`,
      '如果你不知情，請立即聯絡平台。',
    ],
  }),
  agency_received: ({ user, agency, number }) => ({
    subject: '你接手了一個代理商',
    lines: [
      `代理商「${agency}」（代理商編號 ${number}）已轉交給帳號 ${user}。使用者和帳目不變，收款方式要重新設定。`,
      '點選下面的按鈕，登入後進入控制台。',
    ],
    action: { label: '進入控制台', path: '/user/open_agency' },
  }),
  users_near: ({ number, used, max }) => ({
    subject: '使用者數快到上限了',
    lines: [`代理商（編號 ${number}）已有 ${used} 位使用者，平台設定的上限是 ${max} 位。`, AT_LIMIT, MORE],
    action: CONSOLE,
  }),
  users_full: ({ number, used, max }) => ({
    subject: '使用者數已到上限',
    lines: [`代理商（編號 ${number}）已有 ${used} 位使用者，到達平台設定的上限 ${max} 位。`, FROM_NOW, MORE],
    action: CONSOLE,
  }),
  traffic_near: ({ number, used, max }) => ({
    subject: '本月流量快到上限了',
    lines: [`代理商（編號 ${number}）本月已用流量 ${used}，平台設定的上限是 ${max}。`, AT_LIMIT, MORE],
    action: CONSOLE,
  }),
  traffic_full: ({ number, used, max }) => ({
    subject: '本月流量已到上限',
    lines: [`代理商（編號 ${number}）本月已用流量 ${used}，到達平台設定的上限 ${max}。`, FROM_NOW, MORE],
    action: CONSOLE,
  }),
  staff_invited: ({ team, until }) => ({
    subject: `邀請你加入${team}的控制台`,
    lines: [
      `你受邀加入${team}的控制台。開啟下面的連結，設定名稱、密碼和兩步驟驗證即可。`,
      `連結在 ${until} 前有效，只能使用一次。請不要轉寄給任何人。`,
      '如果你不認識邀請人，忽略這封郵件即可。',
    ],
    action: { label: '接受邀請', path: '/console/join' },
  }),
  code_staff_email: () => ({
    subject: '加入控制台的信箱驗證碼',
    lines: ['你正在用這個信箱加入控制台，驗證碼是：', VALID, '如果不是你本人操作，忽略這封郵件即可。'],
  }),
  code_staff_reset: ({ user }) => ({
    subject: '重設控制台密碼的驗證碼',
    lines: [
      `${user} 正在重設控制台的密碼，驗證碼是：`,
      VALID,
      '還需要兩步驟驗證才能完成。如果不是你本人操作，忽略這封郵件即可，密碼不會改變。',
    ],
  }),
  staff_password_reset: ({ member, at }) => ({
    subject: '團隊成員找回了控制台密碼',
    lines: [
      `${member} 於 ${at} 用信箱和兩步驟驗證重設了控制台密碼，原來的登入都已登出，72 小時內不能動錢、金鑰和團隊。`,
      `如果這不是 ${member} 本人，請立即移除這位成員。`,
    ],
    action: CONSOLE,
  }),
  staff_new_login: ({ member, device, address, at }) => ({
    subject: '控制台有新的登入',
    lines: [`${member} 於 ${at} 在一台新裝置上登入了控制台。`, `裝置：${device}`, `位址：${address}`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_summary: ({ day, text }) => ({
    subject: `今日小結 ${day}`,
    lines: [`${day} 到現在：`, ...text.split('\n')],
    action: CONSOLE,
  }),
  staff_password_changed: ({ member, at }) => ({
    subject: '控制台密碼已修改',
    lines: [`${member} 的控制台密碼於 ${at} 修改，其他裝置都已登出。`, NOT_MEMBER],
    action: CONSOLE,
  }),
  payee_changed: ({ number, at }) => ({
    subject: '撥款帳戶已修改',
    lines: [`代理商（編號 ${number}）結算用的撥款帳戶於 ${at} 修改，72 小時後才能結算到新帳戶。`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_factor_changed: ({ member, at }) => ({
    subject: '控制台的兩步驟驗證有變動',
    lines: [`${member} 的控制台兩步驟驗證於 ${at} 有變動，其他裝置都已登出。`, NOT_MEMBER],
    action: CONSOLE,
  }),
}
