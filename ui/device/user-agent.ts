export type Device = 'ios' | 'android' | 'desktop'

/** Chooses the payment device and the first import button; the layout uses the viewport instead. */
export function deviceOf(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): Device {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  if (/iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return /Android|HarmonyOS|OpenHarmony/i.test(userAgent) ? 'android' : 'desktop'
}

export function isMobile(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean {
  return (
    deviceOf(userAgent, touchPoints) !== 'desktop' || /\bMobile\b|Windows Phone|BlackBerry|Opera Mini/i.test(userAgent)
  )
}

/**
 * True in an app's web view. Chat and payment apps also open links in web views, but we treat those as browsers: nobody
 * keeps a session there on purpose.
 */
export function isWrapperAgent(userAgent: string = navigator.userAgent): boolean {
  if (/MicroMessenger|AlipayClient|\bQQ\/|Weibo|DingTalk/i.test(userAgent)) return false
  if (/\bElectron\/|\bYuxianApp\//i.test(userAgent)) return true
  if (deviceOf(userAgent) === 'android') return /;\s*wv\)/.test(userAgent)
  return deviceOf(userAgent) === 'ios' && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)
}

/** Our page on an iPhone's home screen: it omits `Safari/` as web views do, but no app is around it. */
export function isHomeScreenApp(): boolean {
  return (navigator as { standalone?: boolean }).standalone === true
}
