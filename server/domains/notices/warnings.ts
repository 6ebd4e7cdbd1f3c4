import type { ByLanguage } from '../../platform/text/by-language.ts'

type Text = { title: string; body: string }
export type WarningKind = 'reset_code' | 'factor' | 'unlock' | 'deletion' | 'feed'

const SAFETY = {
  cn: '为了你的资金安全，72 小时内不能提现、更换邮箱或注销账号。如果不是你本人要求的，请立即修改密码并联系客服。',
  tw: '為了你的資金安全，72 小時內不能提領、更換信箱或刪除帳號。如果不是你本人要求的，請立即修改密碼並聯絡客服。',
  en: 'To keep your money safe, withdrawals, a change of e-mail and deletion are off for 72 hours. If you did not ask for this, change your password now and contact support.',
}

/** What a user reads when staff changed something in the account. The texts are fixed: staff write none of them. */
const TEXTS: Record<WarningKind, { cn: Text; tw: Text; en: Text }> = {
  reset_code: {
    cn: {
      title: '客服为你的账号签发了重置密码的验证码',
      body: `有人用它设置新密码后，所有设备都会退出登录。${SAFETY.cn}`,
    },
    tw: {
      title: '客服為你的帳號簽發了重設密碼的驗證碼',
      body: `有人用它設定新密碼後，所有裝置都會登出。${SAFETY.tw}`,
    },
    en: {
      title: 'Support issued a code to reset your password',
      body: `Once it sets a new password, every device is signed out. ${SAFETY.en}`,
    },
  },
  factor: {
    cn: { title: '客服关闭了你的两步验证', body: `现在只凭密码就能登录，通行密钥不受影响。${SAFETY.cn}` },
    tw: { title: '客服關閉了你的兩步驟驗證', body: `現在只憑密碼就能登入，通行密鑰不受影響。${SAFETY.tw}` },
    en: {
      title: 'Support turned off your two-step sign-in',
      body: `The password alone is enough now. Passkeys stay as they are. ${SAFETY.en}`,
    },
  },
  unlock: {
    cn: { title: '客服解锁了你的账号', body: `现在可以用原来的密码登录。${SAFETY.cn}` },
    tw: { title: '客服解鎖了你的帳號', body: `現在可以用原來的密碼登入。${SAFETY.tw}` },
    en: { title: 'Support unlocked your account', body: `You can sign in with your old password. ${SAFETY.en}` },
  },
  deletion: {
    cn: {
      title: '客服申请注销你的账号',
      body: '14 天后账号会被注销。想保留账号，请打开“修改密码”，在“注销账号”里撤回，不需要任何理由。',
    },
    tw: {
      title: '客服申請刪除你的帳號',
      body: '14 天後帳號會被刪除。想保留帳號，請開啟「修改密碼」，在「刪除帳號」裡撤回，不需要任何理由。',
    },
    en: {
      title: 'Support asked to delete your account',
      body: 'It will be deleted in 14 days. To keep it, open the password page and take the deletion back. You need no reason.',
    },
  },
  feed: {
    cn: { title: '客服重置了你的订阅地址', body: '原来的地址已失效，请在“线路列表”里复制新地址，再更新客户端。' },
    tw: { title: '客服重設了你的訂閱網址', body: '原來的網址已失效，請在「線路清單」裡複製新網址，再更新 App。' },
    en: {
      title: 'Support reset your subscription address',
      body: 'The old one has stopped. Copy the new one from your lines, then update your app.',
    },
  },
}

export function warningTexts(kind: WarningKind): Text & { titles: ByLanguage; bodies: ByLanguage } {
  const { cn, tw, en } = TEXTS[kind]
  return { ...cn, titles: { 'zh-TW': tw.title, en: en.title }, bodies: { 'zh-TW': tw.body, en: en.body } }
}
