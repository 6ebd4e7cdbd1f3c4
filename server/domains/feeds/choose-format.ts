import { clientOfAgent, type FeedFormat } from '../../../contract/clients.ts'

/**
 * What flags say, and agents of the known clients' relatives. The first match wins, so the order matters: clients also
 * name others they resemble.
 */
const tests: readonly [FeedFormat, RegExp][] = [
  ['shadowrocket', /shadowrocket/],
  ['stash', /stash/],
  ['surfboard', /surfboard/],
  ['loon', /\bloon\b/],
  ['quantumult-x', /quantumult/],
  ['sing-box', /sing-?box|hiddify|karing|\bsf[aimt]\b/],
  ['surge', /surge/],
  [
    'mihomo',
    /mihomo|meta|verge|fl-?clash|neko|nyanpasu|sparkle|clash-?(mi|box|party)\b|koala|prizrak|flowvy|murge|egern|throne/,
  ],
  ['clash', /clash/],
  ['sip008', /sip008|shadowsocks|outline/],
  ['xray', /\bxray\b|v2rayng|\bhapp\b|streisand|v2box|v2raytun|\bincy\b/],
  ['base64', /base64|v2ray|passwall|ssrplus|sagernet|general/],
]

/** Chooses by the flag, else by the user agent, else the list that most clients read. */
export function chooseFormat(flag: string, userAgent: string): FeedFormat {
  return match(flag) ?? clientOfAgent(userAgent)?.format ?? match(userAgent) ?? 'base64'
}

function match(text: string): FeedFormat | null {
  const lower = text.toLowerCase()
  return tests.find(([, test]) => test.test(lower))?.[0] ?? null
}
