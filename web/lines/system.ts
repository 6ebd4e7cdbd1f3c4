import { deviceOf } from '../session/user-agent.ts'

export type System = 'ios' | 'android' | 'windows' | 'mac' | 'linux'

/** What this device runs, which decides the clients it can have. */
export function systemOf(
  userAgent: string = navigator.userAgent,
  touchPoints: number = navigator.maxTouchPoints,
): System {
  const device = deviceOf(userAgent)
  if (device !== 'desktop') return device
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/Macintosh|Mac OS X/.test(userAgent)) return touchPoints > 1 ? 'ios' : 'mac'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'windows'
}
