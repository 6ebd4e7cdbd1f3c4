import { sha256 } from '../../platform/secrets/crypto.ts'

/** The endings that advertising uses most; a name without one of them needs `www.` or a scheme to be a link. */
const ENDINGS = 'app|cc|cn|com|club|icu|info|io|link|live|me|net|online|org|pro|ru|shop|site|store|top|tv|vip|xyz'
const LINK = new RegExp(
  `(?:[a-z][a-z0-9+.-]{1,9}://|www\\.)\\S|(?<![\\w@])(?:[a-z0-9-]+\\.)+(?:${ENDINGS})(?![a-z0-9])`,
  'iu',
)
const MAIL = /[^\s@]+@[^\s@]+/gu

/** Whether somebody could be led elsewhere. An e-mail address and the portal's own address do not count. */
export function hasLink(text: string, ownHost: string): boolean {
  const plain = simple(text).replaceAll(MAIL, ' ').replaceAll(ownAddress(ownHost), ' ')
  return LINK.test(plain)
}

/** The same for texts that differ only in case, spaces, punctuation and invisible signs. */
export function textHash(text: string): Buffer {
  const bare = simple(text).replaceAll(/[\s\p{P}\p{S}]/gu, '')
  return sha256(bare === '' ? text : bare)
}

/** Wide letters as narrow ones, in lower case, without signs that nobody sees. */
function simple(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .toLowerCase()
}

/** Not as a part of another name: `portal.example.evil.com` is not ours. */
function ownAddress(host: string): RegExp {
  return new RegExp(`(?:https?://)?(?<![\\w.-])${host.replaceAll(/[.\\-]/g, String.raw`\$&`)}(?![\\w-]|\\.\\w)`, 'gu')
}
