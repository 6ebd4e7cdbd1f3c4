import { fail } from '../errors.ts'
import { seal, unseal, type SealKeys } from '../secrets/crypto.ts'
import type { StaffRoute, StaffPass } from './staff-guard.ts'

type ListInput = { sort?: string; cursor?: string }
const PURPOSE = 'console-cursor'

/**
 * Sorting or filtering a list reveals the field through the order and number of rows, so it needs that field's
 * permission. Runs after validation: then a field has only one spelling.
 */
export function refuseHidden(route: StaffRoute, { actor }: StaffPass, input: object): void {
  const { sorts = {}, fields = {} } = route.needs ?? {}
  const { sort } = input as ListInput
  const bySort = sort === undefined ? [] : (sorts[sort.replace(/^-/, '')] ?? [])
  const wanted = Object.keys(input).flatMap((name) => fields[name] ?? [])
  if (![...bySort, ...wanted].every((permission) => actor.permissions.has(permission))) fail('staff.forbidden')
}

/**
 * A cursor holds values of the last row shown, and not every reader may see them all. So seal it, for this call,
 * reseller and order only.
 */
export function sealedCursors(config: SealKeys, route: StaffRoute, { resellerId }: StaffPass) {
  const ownerOf = ({ sort = '' }: ListInput) => `${route.path} ${resellerId} ${sort}`
  return {
    opened<I extends object>(input: I): I {
      const { cursor } = input as ListInput
      return cursor === undefined ? input : { ...input, cursor: open(config, ownerOf(input), cursor) }
    },
    sealed(input: object, data: unknown): unknown {
      if (typeof data !== 'object' || data === null || !('nextCursor' in data)) return data
      const { nextCursor } = data
      if (typeof nextCursor !== 'string') return data
      const sealed = seal(config.secretKey, PURPOSE, ownerOf(input), nextCursor)
      return { ...data, nextCursor: sealed.toString('base64url') }
    },
  }
}

function open(config: SealKeys, owner: string, cursor: string): string {
  try {
    return unseal(config, PURPOSE, owner, Buffer.from(cursor, 'base64url'))
  } catch {
    return fail('request.invalid', { fields: { cursor: 'pattern' } })
  }
}
