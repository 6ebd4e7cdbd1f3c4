export type Device = 'ios' | 'android' | 'desktop'

/** Chooses the payment device and the first import button; layout follows the viewport instead. */
export function deviceOf(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): Device {
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return /Android|HarmonyOS|OpenHarmony/i.test(userAgent) ? 'android' : 'desktop'
}

export function isMobile(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean {
  return (
    deviceOf(userAgent, touchPoints) !== 'desktop' || /\bMobile\b|Windows Phone|BlackBerry|Opera Mini/i.test(userAgent)
  )
}

/**
 * Whether the page runs in an app's web view. Chat and payment apps open links in web views too, but they are browsers
 * to us: nobody keeps a session there on purpose.
 */
export function isWrapperAgent(userAgent: string = navigator.userAgent): boolean {
  if (/MicroMessenger|AlipayClient|\bQQ\/|Weibo|DingTalk/i.test(userAgent)) return false
  if (/\bElectron\/|\bYuxianApp\//i.test(userAgent)) return true
  if (deviceOf(userAgent) === 'android') return /;\s*wv\)/.test(userAgent)
  return deviceOf(userAgent) === 'ios' && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)
}

/** Our own page on the home screen of an iPhone: it leaves out `Safari/` as web views do, but there is no app around it. */
export function isHomeScreenApp(): boolean {
  return (navigator as { standalone?: boolean }).standalone === true
}
