/** The formats of a feed. Apart from the clients, so that a page that needs only these loads no more. */
export const FEED_FORMATS = [
  'mihomo',
  'stash',
  'clash',
  'sing-box',
  'surge',
  'surfboard',
  'loon',
  'quantumult-x',
  'shadowrocket',
  'sip008',
  'xray',
  'base64',
] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]
