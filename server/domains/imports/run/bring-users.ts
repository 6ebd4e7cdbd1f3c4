import { analyzeTable } from '../../../platform/db/analyze-table.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { newInviteCode } from '../../accounts/create-account.ts'
import {
  findKept,
  findTakenNames,
  insertImported,
  replaceImportedPasswords,
  reserveAccountIds,
  type ImportedAccount,
} from '../../accounts/import-accounts.ts'
import { takePlaces } from '../../accounts/take-place.ts'
import type { SourceUser } from '../neutral.ts'
import { isUserName } from '../report/check-users.ts'
import { inBatches, keepHere, markOf, NAMED_MAX, type ImportCtx, type Work } from './context.ts'
import { turnsBefore } from './part-reused.ts'
import { freeName, invitersFirst, invitersOf, usableEmail, wantedName } from './plan-users.ts'
import { findThings, findWrapped, forgetWrapped, saveThings, type Thing } from './queries.ts'
import { hasOldPassword, passwordMark } from './wrap-passwords.ts'

const BATCH = 1000
type TxCtx = ImportCtx & { db: Tx }

/** New users, and passwords that were changed of those who came before. */
export async function bringUsers(ctx: TxCtx, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'user')).map((thing) => [Number(thing.oldKey), thing]))
  const wrapped = new Map((await findWrapped(ctx.db, work)).map(({ oldKey, wrapped }) => [Number(oldKey), wrapped]))
  const users = [...work.rows.users.values()]
  work.brought.goneUsers = [...known.keys()].filter((id) => !work.rows.users.has(id)).length
  await changeKnown(
    ctx,
    work,
    users.filter(({ id }) => known.has(id) && !work.same.has(id)),
    known,
    wrapped,
  )
  await addNew(
    ctx,
    work,
    users.filter(({ id }) => !known.has(id)),
    known,
    wrapped,
  )
  await forgetWrapped(ctx.db, work)
}

async function changeKnown(
  ctx: TxCtx,
  work: Work,
  users: readonly SourceUser[],
  known: ReadonlyMap<number, Thing>,
  wrapped: ReadonlyMap<number, string>,
): Promise<void> {
  const { resellerId } = work
  for (const batch of inBatches(users, BATCH)) {
    const things = batch.map((user) => ({ user, thing: known.get(user.id)! }))
    const changed = things.filter(({ user, thing }) => thing.marks['password'] !== passwordMark(ctx, user))
    if (changed.length === 0) continue
    const passwords = changed.flatMap(({ user, thing }) => {
      const hash = wrapped.get(user.id)
      return hash ? [{ id: Number(thing.ourKey), hash, kind: user.passwordKind, salt: user.salt }] : []
    })
    await replaceImportedPasswords(ctx.db, resellerId, passwords)
    await saveThings(
      ctx.db,
      work,
      'user',
      changed.map(({ user, thing }) => ({ ...thing, marks: { ...thing.marks, ...marksOf(ctx, user) } })),
    )
    work.brought.usersChanged += changed.length
  }
}

async function addNew(
  ctx: TxCtx,
  work: Work,
  users: readonly SourceUser[],
  known: ReadonlyMap<number, Thing>,
  wrapped: ReadonlyMap<number, string>,
): Promise<void> {
  if (users.length === 0) return
  const { resellerId, brought } = work
  await takePlaces(ctx, resellerId, users.length)
  const inviters = invitersOf(work.rows.users)
  const ordered = invitersFirst(users, inviters)
  const ids = await reserveAccountIds(ctx.db, ordered.length)
  const ours = new Map([...known].map(([id, { ourKey }]) => [id, Number(ourKey)]))
  ordered.forEach(({ id }, at) => ours.set(id, ids[at]!))
  const kept = await findKept(
    ctx.db,
    resellerId,
    [...known.values()].map(({ ourKey }) => Number(ourKey)),
  )
  const isThere = (id: number | undefined) => id !== undefined && (ids[0]! <= id || kept.has(id))
  const names = await planNames(ctx, work, users)
  const turns = turnsBefore(await findThings(ctx.db, work, 'user'))
  const nobody = await hashPassword(randomToken(), { isPatient: true })
  let done = 0
  for (const batch of inBatches(ordered, BATCH)) {
    const accounts = batch.map((user): ImportedAccount => {
      const inviterId = ours.get(inviters.get(user.id) ?? -1)
      const hash = hasOldPassword(user) ? wrapped.get(user.id) : undefined
      const { name, inviteCode, isEmailVerified } = names.get(user.id)!
      return {
        id: ours.get(user.id)!,
        userName: name,
        formerName: signsIn(user, name, isEmailVerified) ? null : typedThere(user),
        email: usableEmail(user),
        isEmailVerified,
        passwordHash: hash ?? nobody,
        passwordKind: hash ? user.passwordKind : null,
        passwordSalt: hash ? user.salt : null,
        inviteCode,
        inviterId: isThere(inviterId) ? inviterId! : null,
        createdAt: madeAt(user, ctx.now),
      }
    })
    await insertImported(ctx, resellerId, accounts)
    if (done === 0 && users.length > BATCH) await analyzeTable(ctx.db, 'accounts')
    const things = batch.map((user) => ({
      oldKey: String(user.id),
      ourKey: String(ours.get(user.id)!),
      marks: marksOf(ctx, user),
      balanceFen: 0,
      commissionFen: 0,
      turn: turns.get(user.id) ?? 0,
    }))
    await saveThings(ctx.db, work, 'user', things)
    brought.users += batch.length
    done += batch.length
    ctx.onProgress?.({ stage: 'users', done, of: ordered.length })
  }
}

function marksOf(ctx: ImportCtx, user: SourceUser) {
  return {
    password: passwordMark(ctx, user),
    /** Never changes: tells a second file of this panel from one of another. */
    made: markOf(ctx, ['made', user.id, user.createdAt]),
  }
}

/** What can be typed here too. */
function typedThere({ email }: SourceUser): string | null {
  return /^\P{Cc}{1,254}$/u.test(email) ? email : null
}

/** Whether what was typed there finds this account: as its name, or as an e-mail that can be nobody's name. */
function signsIn({ email }: SourceUser, name: string, isEmailVerified: boolean): boolean {
  return email.toLowerCase() === name.toLowerCase() || (isEmailVerified && !isUserName(email))
}

/** No earlier than there were such panels, and not in the future. */
function madeAt({ createdAt }: SourceUser, now: Date): Date {
  const seconds = createdAt ?? 0
  return seconds > 1_300_000_000 && seconds * 1000 <= now.getTime() ? new Date(seconds * 1000) : now
}

type Named = { name: string; inviteCode: string; isEmailVerified: boolean }

/**
 * In the order of the file, as the dry run counts: the first one keeps a name that two want. Before all others come those
 * whose e-mail is a name as it stands: they type it to sign in, and would meet another's account.
 */
async function planNames(ctx: TxCtx, work: Work, inFile: readonly SourceUser[]): Promise<Map<number, Named>> {
  const isFit = ({ email }: SourceUser) => isUserName(email)
  const users = [...inFile.filter(isFit), ...inFile.filter((user) => !isFit(user))]
  const wanted = users.map(wantedName)
  const taken = await findTakenNames(ctx.db, work.resellerId, {
    names: wanted.map((name) => name.toLowerCase()),
    emails: users.map((user) => (usableEmail(user) ?? '').toLowerCase()),
    inviteCodes: users.flatMap(({ id }) => work.rows.inviteCodes.get(id) ?? []),
  })
  const here = new Set(taken.names)
  const planned = new Map<number, Named>()
  for (const [at, user] of users.entries()) {
    const email = usableEmail(user)?.toLowerCase() ?? null
    const isEmailVerified = email !== null && !taken.emails.has(email)
    if (email !== null) taken.emails.add(email)
    const name = freeName(wanted[at]!, user.id, taken.names)
    if (here.has(wanted[at]!.toLowerCase())) tellTaken(work, user.id)
    planned.set(user.id, {
      name,
      inviteCode: freeCode(work.rows.inviteCodes.get(user.id), taken.inviteCodes),
      isEmailVerified,
    })
  }
  return planned
}

/** By the old number: a report has no addresses. These users sign in by the other name, so somebody must tell them. */
function tellTaken(work: Work, id: number): void {
  work.brought.namesTakenHere++
  if (work.brought.namesTakenHere <= NAMED_MAX) {
    keepHere(work, `user ${id}: somebody here had the name, so this one's ends in -${id}; tell the user`)
  }
}

function freeCode(wanted: string | undefined, taken: Set<string>): string {
  let code = wanted ?? newInviteCode()
  while (taken.has(code)) code = newInviteCode()
  taken.add(code)
  return code
}
