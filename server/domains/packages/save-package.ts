import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import {
  insertPackage,
  isNameTaken,
  lockPackage,
  updatePackageRow,
  type NewPackage,
  type PackageChange,
} from './operator-queries.ts'
import { refuseBadPackage } from './package-fields.ts'

export type { NewPackage, PackageChange }
type OperatorCtx = Pick<Ctx, 'db' | 'now'>

const nameTaken = () => fail('request.invalid', { fields: { name: 'another package has it' } })

/** On the list at once, and yet sold by nobody before a reseller has an offer of it. */
export function addPackage(ctx: OperatorCtx, wish: NewPackage, actor: string): Promise<number> {
  refuseBadPackage(wish)
  return inTx(ctx, async (tx) => {
    const id = (await insertPackage(tx.db, wish, ctx.now)) ?? nameTaken()
    const entry = { resellerId: null, actor, action: 'package.added', subject: packageSubject(id) }
    await writeAudit(tx.db, { ...entry, detail: { name: wish.name, kind: wish.kind } }, ctx.now)
    return id
  })
}

/**
 * Sets what is given; answers which fields are different now. Who has bought it keeps what was bought until the next
 * purchase.
 */
export function changePackage(ctx: OperatorCtx, id: number, change: PackageChange, actor: string): Promise<string[]> {
  return inTx(ctx, async (tx) => {
    const before = (await lockPackage(tx.db, id)) ?? fail('object.unknown')
    refuseBadPackage({ ...before, ...change })
    if (change.name !== undefined && (await isNameTaken(tx.db, change.name, id))) nameTaken()
    const given = Object.keys(change) as (keyof PackageChange)[]
    const fields = given.filter((field) => change[field] !== before[field])
    if (fields.length > 0) await updatePackageRow(tx.db, id, change)
    const entry = { resellerId: null, actor, action: 'package.changed', subject: packageSubject(id) }
    await writeAudit(tx.db, { ...entry, detail: { fields: fields.join(' ') } }, ctx.now)
    return fields
  })
}

export function packageSubject(id: number): string {
  return `package:${id}`
}
