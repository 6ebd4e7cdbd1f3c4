import type { Language } from '../contract/languages.ts'

/**
 * What our texts say, and patterns of what they do not say: of signs in Chinese, of whole words in English. `users` are
 * English words too, but only in what users read: the monitor, alerts and the console say node and traffic.
 */
export const WORDS_NOT_SAID: Record<Language | 'users', [said: string, pattern: RegExp][]> = {
  'zh-CN': [
    // 支付 is the verb of the one button that pays an amount.
    ['付款', /在线支付|支付方式/i],
    ['你', /您/i],
    ['购买流量包', /(?<!购)买流量包/i],
    ['换节点', /迁移/i],
    ['没加载出来', /没能读到/i],
    ['给你留着', /替你/i],
    // The route keeps its name.
    ['暂停与锁定', /冻结账户/i],
    ['上传·下载', /[上下]行/i],
  ],
  'zh-TW': [
    ['方案', /套餐/i],
    ['序號', /卡密/i],
    // Alone it is a proxy, as clients call theirs.
    ['代理商', /代理(?!商|業務|軟體|程式|」)/i],
    ['兩步驟驗證', /兩步驗證/i],
    ['通行密鑰', /通行金鑰/i],
    // 記錄 is the verb.
    ['紀錄', /(付款|登入|使用|流量|提領|沒有|有)記錄/i],
    ['重設', /重置/i],
    ['移除', /解除/i],
    ['刪除帳號', /註銷/i],
    ['沙盒', /沙箱/i],
    ['清單', /列表/i],
    ['使用者', /用戶(?!端)/i],
    ['使用條款', /使用者協議/i],
    ['付款', /支付(?!寶)/i],
    ['儲值', /充值/i],
    ['你', /您/i],
    ['App', /用戶端|客戶端/i],
    ['續約', /(?<!手)續費/i],
    ['入帳', /到帳/i],
    ['開啟', /打開/i],
    ['掃描 QR 碼', /掃碼/i],
    // A button is named by its verb only.
    ['登入', /去(登入|開啟|連線)/i],
    ['上傳·下載', /[上下]行/i],
    ['為你保留', /[替幫]你[保留]/i],
    ['預定維護', /計[畫劃](維護|中的)/i],
  ],
  en: [
    ['plan', /\bpackages?\b/i],
    ['terms of use', /\bagreement\b/i],
    ['sign up', /\b(?:regist(er|ration)\w*)\b/i],
    // Code says signIn too; login is a name on the wire and of its page.
    ['sign in', /\b(?:(?<!\/)log(s|ged|ging)?[ -]?(in|out)s?)\b/i],
    ['user name', /\b(?:account name)\b/i],
    ['remove', /\buninstall\w*\b/i],
    ['e-mail', /\b(?:email|(?<!e-)mail(s|ed)?)\b/i],
    ['add (an e-mail)', /\b(?:bind|bound)\b/i],
    ['reseller number', /\b(?:reseller key)\b/i],
    ['current', /\b(?:present(?!ed))\b/i],
    ['chart', /\bplot\b/i],
    ['status', /\bstate\b/i],
  ],
  users: [
    ['data', /\btraffic\b/i],
    ['app', /\bclients?\b/i],
    ['server', /\bnodes?\b/i],
    ['voucher code', /\b(?:card keys?)\b/i],
  ],
}
