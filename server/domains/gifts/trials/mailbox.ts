import type { Config } from '../../../config.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'

/** Other names of the same mail host. */
const SAME_HOST: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'ya.ru': 'yandex.com',
  'yandex.ru': 'yandex.com',
}
/** Hosts that deliver to one mailbox whatever dots (or, at Proton, hyphens and underscores) its name has. */
const IGNORED: Record<string, RegExp> = { 'gmail.com': /\./g, 'proton.me': /[._-]/g }
/** Yahoo's disposable addresses: `name-anything@`; its names have no hyphen. */
const TAG: Record<string, string> = { 'yahoo.com': '-' }

/**
 * One text for all spellings of a mailbox. What follows a plus is a tag nearly everywhere, so it is cut at every host:
 * somebody with a plus in a real name loses a trial at most.
 */
export function mailboxOf(email: string): string {
  const plain = email.trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const host = plain.slice(at + 1).replace(/\.$/, '')
  const known = SAME_HOST[host] ?? host
  const [beforePlus = ''] = plain.slice(0, at).split('+')
  const tag = TAG[known]
  const [name = ''] = tag ? beforePlus.split(tag) : [beforePlus]
  return `${name.replace(IGNORED[known] ?? /$^/, '')}@${known}`
}

/** A keyed hash, per reseller: nobody can read an address from it or compare two resellers. */
export function hashMailbox({ derivingKey }: Pick<Config, 'derivingKey'>, resellerId: number, email: string): Buffer {
  return hmac(derivingKey, 'trial-mailbox', `${resellerId}|${mailboxOf(email)}`)
}
