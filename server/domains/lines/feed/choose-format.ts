import type { FormatId } from './formats.ts'

/**
 * The first match wins, so the order matters: clients also name others they resemble. Stash calls itself a Clash,
 * Hiddify "like ClashMeta v2ray sing-box", NekoBox "Prefer ClashMeta Format".
 */
const tests: readonly [FormatId, RegExp][] = [
  ['shadowrocket', /shadowrocket/],
  ['stash', /stash/],
  ['sing-box', /sing-?box|hiddify|karing|\bsf[aimt]\b/],
  ['surge', /surge/],
  ['mihomo', /mihomo|meta|verge|flclash|neko|nyanpasu|sparkle|clashmi\b/],
  ['clash', /clash/],
  ['sip008', /sip008|shadowsocks|outline/],
  ['base64', /base64|v2ray|passwall|ssrplus|sagernet|general/],
]

/** Chooses by the flag, else by the user agent, else the list that most clients read. */
export function chooseFormat(flag: string, userAgent: string): FormatId {
  return match(flag) ?? match(userAgent) ?? 'base64'
}

function match(text: string): FormatId | null {
  const lower = text.toLowerCase()
  return tests.find(([, test]) => test.test(lower))?.[0] ?? null
}
