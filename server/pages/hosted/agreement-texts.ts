import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { HostedContent } from './layout.ts'

const keptDays = limits.deletionDelayMs / 86_400_000

/** What a user agrees to when registering. A changed text needs a new version in contract/agreement.ts. */
export const agreementTexts: Record<Language, HostedContent> = {
  'zh-CN': {
    title: '用户协议与隐私说明',
    intro: '注册即表示你已阅读并同意以下内容。',
    sections: [
      {
        heading: '服务内容',
        paragraphs: ['我们提供网络线路与账户管理服务。套餐的流量、设备数和有效期以购买时页面显示为准。'],
      },
      {
        heading: '合法使用',
        paragraphs: [
          '请遵守你所在地的法律，不要用本服务攻击他人、发送垃圾信息或侵犯他人权利。发现此类使用时，账号会被暂停。',
        ],
      },
      {
        heading: '付款与退款',
        paragraphs: ['充值和购买按页面显示的金额扣款。退款由平台核实后原路退回，并按相同比例缩短套餐。'],
      },
      {
        heading: '账号安全',
        paragraphs: ['请妥善保管密码并绑定邮箱。怀疑账号被盗时，可在“暂停与锁定”里立即锁定，所有设备都会退出。'],
      },
      {
        heading: '我们保存什么',
        anchor: 'privacy',
        paragraphs: [
          '账号名、邮箱、付款记录、按小时汇总的流量，以及最近 90 天的登录记录。我们不记录你访问的网站。',
          '密码只保存不可还原的摘要，任何人都无法看到原文。',
          '登录后会在浏览器里放一个加密的标记（Cookie），只记着这台设备登录过哪些账号，用来识别自己邀请自己。它不能用来登录，也不会交给别人。',
        ],
      },
      {
        heading: '你的权利',
        paragraphs: [
          `你可以随时导出自己的数据，或申请注销账号。注销有 ${keptDays} 天反悔期，之后资料会被清除，账本以匿名方式保留。`,
        ],
      },
    ],
  },
  'zh-TW': {
    title: '使用條款與隱私權說明',
    intro: '註冊即表示你已閱讀並同意以下內容。',
    sections: [
      {
        heading: '服務內容',
        paragraphs: ['我們提供網路線路與帳戶管理服務。方案的流量、裝置數和有效期以購買時頁面顯示為準。'],
      },
      {
        heading: '合法使用',
        paragraphs: [
          '請遵守你所在地的法律，不要用本服務攻擊他人、發送垃圾訊息或侵犯他人權利。發現此類使用時，帳號會被暫停。',
        ],
      },
      {
        heading: '付款與退款',
        paragraphs: ['儲值和購買依頁面顯示的金額扣款。退款由平台核實後原路退回，並依相同比例縮短方案。'],
      },
      {
        heading: '帳號安全',
        paragraphs: ['請妥善保管密碼並綁定信箱。懷疑帳號被盜用時，可在「暫停與鎖定」裡立即鎖定，所有裝置都會登出。'],
      },
      {
        heading: '我們保存什麼',
        anchor: 'privacy',
        paragraphs: [
          '帳號、信箱、付款紀錄、按小時加總的流量，以及最近 90 天的登入紀錄。我們不記錄你造訪的網站。',
          '密碼只保存無法還原的摘要，任何人都看不到原文。',
          '登入後會在瀏覽器裡放一個加密的標記（Cookie），只記著這台裝置登入過哪些帳號，用來辨認自己邀請自己。它不能用來登入，也不會交給別人。',
        ],
      },
      {
        heading: '你的權利',
        paragraphs: [
          `你可以隨時匯出自己的資料，或申請刪除帳號。刪除前有 ${keptDays} 天可以反悔，之後資料會被清除，帳本以匿名方式保留。`,
        ],
      },
    ],
  },
  en: {
    title: 'Terms of use and privacy',
    intro: 'By signing up you agree to the following.',
    sections: [
      {
        heading: 'The service',
        paragraphs: [
          'We provide network lines and an account to manage them. Data, devices and duration of a plan are those shown when you buy it.',
        ],
      },
      {
        heading: 'Lawful use',
        paragraphs: [
          'Follow the law where you are. Do not attack others, send spam or violate rights with this service. Accounts that do are suspended.',
        ],
      },
      {
        heading: 'Payment and refunds',
        paragraphs: [
          'You are charged what the page shows. Refunds are checked by the platform, go back the way they came, and shorten the plan by the same share.',
        ],
      },
      {
        heading: 'Keeping your account safe',
        paragraphs: [
          'Keep your password to yourself and add your e-mail address. If you think the account was stolen, lock it under “Pause and lock”: every device is signed out.',
        ],
      },
      {
        heading: 'What we keep',
        anchor: 'privacy',
        paragraphs: [
          'Your user name, e-mail address, payments, data summed by the hour, and sign-ins of the last 90 days. We do not record the sites you visit.',
          'We keep only a digest of your password. Nobody can read the original.',
          'After you sign in, a sealed cookie in your browser remembers which accounts were used on this device, so that we notice people who invite themselves. It signs nobody in and is given to nobody.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          `You can export your data or ask for deletion at any time. You have ${keptDays} days to change your mind; then your details are erased and the books are kept under a pseudonym.`,
        ],
      },
    ],
  },
}
