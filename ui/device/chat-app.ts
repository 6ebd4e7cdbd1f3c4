/** A chat app's built-in browser opens no other app, nor pages of a rival's payment app. */
export type ChatApp = 'wechat' | 'qq'

export function chatApp(userAgent: string = navigator.userAgent): ChatApp | null {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat'
  // QQ browser also calls itself `MQQBrowser/`, but it is an ordinary browser.
  return /\bQQ\//.test(userAgent) ? 'qq' : null
}

/** What its readers call it: only one of the two has a name in each language. */
export function nameChatApp(wechat: string): string {
  return chatApp() === 'qq' ? 'QQ' : wechat
}
