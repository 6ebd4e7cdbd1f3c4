/** A chat app's own browser opens no other app and not the pages of a rival's payment app. */
export type ChatApp = 'wechat' | 'qq'

export function chatApp(userAgent: string = navigator.userAgent): ChatApp | null {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat'
  // `MQQBrowser/` is also what the QQ browser calls itself, which is one like any other.
  return /\bQQ\//.test(userAgent) ? 'qq' : null
}
