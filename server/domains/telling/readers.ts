import type { Events } from '../../../contract/events.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { userOf, type EventTx } from '../events/emit.ts'
import { loadAgencyOwner } from '../resellers/agency.ts'
import { findMailable, type Mailable } from '../staff/team/find-mailable.ts'

type Address = { resellerId: number; accountId: number | null; email: string; language: Language }
/** Who has a mail, at a verified address. `readerName`: how to call who is no user. `agency`: what the reader runs. */
export type Reader = Address & { readerName?: string; agency?: string }
export type OfUser = { resellerId: number; userId: number }
type OfReseller = { resellerId: number }
type OfMember = { resellerId: number | null; staffId: number }

export function user({ db }: EventTx, { resellerId, userId }: OfUser): Promise<Reader[]> {
  return db.query<Address>({
    name: 'telling.user',
    text: `select reseller_id, id as account_id, email, language from accounts
            where reseller_id = $1 and id = $2 and email_verified_at is not null and email is not null and deleted_at is null`,
    values: [resellerId, userId],
  })
}

/** Nobody finds the old address any more. */
export const bothAddresses = async (_tx: EventTx, { resellerId, userId: accountId, aside }: Events['email.bound']) =>
  aside.addresses.map((email) => ({ resellerId, accountId, email, language: aside.language }))

/** The user who runs an agency. */
export async function agencyOwner(tx: EventTx, { resellerId }: OfReseller): Promise<Reader[]> {
  const owner = await loadAgencyOwner(tx, resellerId)
  return owner ? (await user(tx, userOf(owner))).map((reader) => ({ ...reader, agency: owner.name })) : []
}

/** The user who runs the agency, and the members concerned, each address once. Owners may do everything. */
export const reseller =
  (concerns: Permission) =>
  async (tx: EventTx, about: OfReseller): Promise<Reader[]> => {
    const members = await team(tx, about.resellerId, ({ permissions }) => permissions.has(concerns))
    const all = [...members, ...(await agencyOwner(tx, about))]
    return [...new Map(all.map((reader) => [reader.email.toLowerCase(), reader])).values()]
  }

export const owners = (tx: EventTx, { resellerId }: OfReseller) => team(tx, resellerId, ({ isOwner }) => isOwner)
export const member = (tx: EventTx, { resellerId, staffId }: OfMember) =>
  team(tx, resellerId, ({ id }) => id === staffId)
export const colleagues = (tx: EventTx, { resellerId, staffId }: OfMember) =>
  team(tx, resellerId, ({ id }) => id !== staffId)

async function team(tx: EventTx, of: number | null, isReader: (member: Mailable) => boolean): Promise<Reader[]> {
  const members = (await findMailable(tx, of)).filter(isReader)
  // Mails to platform staff use the platform's own brand.
  const shared = { resellerId: of ?? 0, accountId: null }
  return members.map(({ email, language, name: readerName }) => ({ ...shared, email, language, readerName }))
}
