import type { SourceUser } from '../neutral.ts'
import { isUserName, toUserName } from '../report/check-users.ts'
import { findRings } from '../report/rings.ts'

const NAME_MAX = 40
const EMAIL = /^[^\s@]+@[^\s@]+$/
const EMAIL_MAX = 254

/** Inviters without the youngest link of each ring, and without those who are gone. */
export function invitersOf(users: ReadonlyMap<number, SourceUser>): Map<number, number> {
  const inviters = new Map<number, number>()
  for (const { id, inviterId } of users.values()) if (inviterId !== null) inviters.set(id, inviterId)
  for (const youngest of findRings(inviters)) inviters.delete(youngest)
  for (const [id, inviterId] of inviters) if (!users.has(inviterId)) inviters.delete(id)
  return inviters
}

/** Every inviter before the people it invited, whatever their numbers are: here an inviter is the older account. */
export function invitersFirst(users: readonly SourceUser[], inviters: ReadonlyMap<number, number>): SourceUser[] {
  const byId = new Map(users.map((user) => [user.id, user]))
  const placed = new Set<number>()
  const ordered: SourceUser[] = []
  for (const user of users) {
    const chain: SourceUser[] = []
    let at: SourceUser | undefined = user
    while (at && !placed.has(at.id)) {
      placed.add(at.id)
      chain.push(at)
      at = byId.get(inviters.get(at.id) ?? -1)
    }
    // Not spread: a chain may have as many members as there are users.
    for (const member of chain.toReversed()) ordered.push(member)
  }
  return ordered
}

/** What the user signs in by, before anybody else's name counts. */
export function wantedName({ id, email }: SourceUser): string {
  if (isUserName(email)) return email
  return EMAIL.test(email) ? toUserName(email) : `user-${id}`
}

export function usableEmail({ email }: SourceUser): string | null {
  return EMAIL.test(email) && !/\p{Cc}/u.test(email) && email.length <= EMAIL_MAX ? email : null
}

/** The wanted name, or that with the old number behind it, as often as it takes. */
export function freeName(wanted: string, id: number, taken: Set<string>): string {
  let name = wanted
  for (let tail = `-${id}`; taken.has(name.toLowerCase()); tail += `-${id}`) {
    name = wanted.slice(0, NAME_MAX - tail.length) + tail
  }
  taken.add(name.toLowerCase())
  return name
}
