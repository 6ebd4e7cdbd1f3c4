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
  const [token = '', ...pairs] = url.replace(/^\/sub\//, '').split(SEPARATORS)
  if (!TOKEN.test(token)) return null
  const stage = pairs.map((pair) => /^stage=([1-9]\d{0,8})$/.exec(pair)?.[1]).find((seconds) => seconds !== undefined)
  return { token, flag: flagIn(pairs), stageS: stage ? Math.min(MAX_STAGE_S, Number(stage)) : null }
}

/**
 * An address that another panel gave out: the token is in the query, or else the last part of the path. `path` is what
 * stands before it.
 */
export function readOldAddress(url: string): (FeedAddress & { path: string }) | null {
  const [whole = '', ...pairs] = url.split(SEPARATORS)
  const asked = pairs.find((pair) => /^token(=|%3D)/i.test(pair))?.replace(/^token(=|%3D)/i, '')
  const at = whole.lastIndexOf('/')
  const token = asked ?? whole.slice(at + 1)
  if (!TOKEN.test(token)) return null
  const isInPath = token === whole.slice(at + 1)
  return { token, flag: flagIn(pairs), stageS: null, path: isInPath ? whole.slice(0, at) : whole.replace(/\/+$/, '') }
}

const SEPARATORS = /[?&]|%3F|%26/i
const TOKEN = /^[\w-]{20,100}$/

function flagIn(pairs: readonly string[]): string {
  const flag = pairs.find((pair) => /^flag(=|%3D)/i.test(pair))?.replace(/^flag(=|%3D)/i, '') ?? ''
  return flag.slice(0, MAX_FLAG)
}
