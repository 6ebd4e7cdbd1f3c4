import { deviceOf } from '../../../ui/device/user-agent.ts'

export type System = 'ios' | 'android' | 'windows' | 'mac' | 'linux'

/** What this device runs, which decides the clients it can have. */
export function systemOf(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): System {
  const device = deviceOf(userAgent, touchPoints)
  if (device !== 'desktop') return device
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'mac'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'windows'
}
