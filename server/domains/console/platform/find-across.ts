import type { Static } from 'typebox'

import { brandOf } from '../../../../contract/brand.ts'
import type { platform } from '../../../../contract/console/platform.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { auditLook } from '../../audit/audit.ts'
import { uuidRange } from '../../lists/search-accounts.ts'
import { findOrdersAcross, findUsersAcross, type Across } from './across-queries.ts'

type Api = typeof platform
type Ctx = StaffCtx<'platform'>

const FEW = 5
/** As in the search of one reseller: trigrams need so many letters or digits in a row. */
const INSIDE = /[a-z0-9]{3}/

/** Some users of all resellers, for Ctrl-K. A search leaves one row in the audit, without its text. */
export async function findUsers(
  ctx: Ctx,
  { search }: Static<Api['findUsers']['input']>,
): Promise<Static<Api['findUsers']['output']>> {
  const small = search.trim().toLowerCase()
  const pattern = INSIDE.test(small) ? `%${small.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null
  const found = await findUsersAcross(ctx.db, {
    name: pattern,
    mail: may(ctx, 'users.private') ? pattern : null,
    id: /^\d{1,15}$/.test(small) ? Number(small) : null,
    onlyKey: onlyKeyOf(ctx),
    limit: FEW,
  })
  await auditLook(ctx, 'users.listed', null, { searchCharacters: [...search].length, count: found.length })
  return { rows: found.map((row) => ({ ...shown(ctx, row), id: row.id })) }
}

export async function findOrders(
  ctx: Ctx,
  { search }: Static<Api['findOrders']['input']>,
): Promise<Static<Api['findOrders']['output']>> {
  const text = search.trim()
  const range = uuidRange(text)
  const found = await findOrdersAcross(ctx.db, { range, number: text, onlyKey: onlyKeyOf(ctx), limit: FEW })
  await auditLook(ctx, 'orders.listed', null, { searchCharacters: [...search].length, count: found.length })
  return { rows: found.map((row) => ({ ...shown(ctx, row), orderId: row.id })) }
}

/** Without the permission to enter resellers, the platform's own shop is all there is. */
const onlyKeyOf = (ctx: Ctx) => (may(ctx, 'resellers.enter') ? null : 0)

function shown({ language }: Pick<Ctx, 'language'>, row: Across<unknown>) {
  const { resellerId, title, agencyName, userName, packageName, packageNames } = row
  return {
    resellerId,
    title: brandOf(resellerId, { title: title ?? agencyName, icon: null, accent: null }).title,
    userName,
    packageName: inLanguage(packageName, packageNames, language),
  }
}
