/** HarmonyOS from version 5 on runs no Android app, so it has clients of its own. */
export const SYSTEMS = ['ios', 'android', 'harmony', 'windows', 'mac', 'linux', 'router'] as const
export type System = (typeof SYSTEMS)[number]

const NAMES: Record<string, string> = {
  ios: 'iPhone',
  android: 'Android',
  harmony: 'HarmonyOS',
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
}

/** The same in every language. */
export function systemName(system: string): string {
  return NAMES[system] ?? system
}

/** The system of a browser, which decides the available clients. Routers have no browser. */
export function systemOfAgent(userAgent: string, touchPoints = 0): Exclude<System, 'router'> {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  if (/iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  // Older HarmonyOS names Android as well.
  if (/OpenHarmony/i.test(userAgent) && !/Android/i.test(userAgent)) return 'harmony'
  if (/Android|HarmonyOS/i.test(userAgent)) return 'android'
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'mac'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'windows'
}
