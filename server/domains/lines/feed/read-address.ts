/** The token and the wanted format, if any, from a request's address. */
export type FeedAddress = { token: string; flag: string }

const MAX_FLAG = 40

/**
 * Reads the raw address, because people and apps join the parts by hand: `/sub/token&flag=clash`,
 * `/sub/token?app_key=yx_0?flag=clash`. Returns null without anything like a token.
 */
export function readAddress(url: string): FeedAddress | null {
  const [token = '', ...pairs] = url.replace(/^\/sub\//, '').split(/[?&]|%3F|%26/i)
  if (!/^[\w-]{20,100}$/.test(token)) return null
  const flag = pairs.find((pair) => /^flag(=|%3D)/i.test(pair))?.replace(/^flag(=|%3D)/i, '') ?? ''
  return { token, flag: flag.slice(0, MAX_FLAG) }
}
