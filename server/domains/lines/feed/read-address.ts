/**
 * The token and the wanted format, if any, from a request's address. `stageS`: the page asks what happened in the last
 * so many seconds.
 */
export type FeedAddress = { token: string; flag: string; stageS: number | null }

const MAX_FLAG = 40
/** A page that is open for longer has been left. */
const MAX_STAGE_S = 3600

/**
 * Reads the raw address, because people and apps join the parts by hand: `/sub/token&flag=clash`,
 * `/sub/token?app_key=yx_0?flag=clash`. Returns null without anything like a token.
 */
export function readAddress(url: string): FeedAddress | null {
  const [token = '', ...pairs] = url.replace(/^\/sub\//, '').split(/[?&]|%3F|%26/i)
  if (!/^[\w-]{20,100}$/.test(token)) return null
  const flag = pairs.find((pair) => /^flag(=|%3D)/i.test(pair))?.replace(/^flag(=|%3D)/i, '') ?? ''
  const stage = pairs.map((pair) => /^stage=([1-9]\d{0,8})$/.exec(pair)?.[1]).find((seconds) => seconds !== undefined)
  return { token, flag: flag.slice(0, MAX_FLAG), stageS: stage ? Math.min(MAX_STAGE_S, Number(stage)) : null }
}
