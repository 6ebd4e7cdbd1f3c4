import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import type { ByLanguage } from '../../../platform/text/by-language.ts'
import { staffActor } from '../../audit/audit.ts'
import { findPackages } from '../../catalogue/find-for-operator.ts'
import { orderPackages } from '../../catalogue/order-packages.ts'
import { setWholesale } from '../../catalogue/prices/set-wholesale.ts'
import { addPackage, changePackage } from '../../catalogue/save-package.ts'
import { findPackageUse } from './queries.ts'

const { packages } = consoleApi

/** The price list of resellers without another one. */
const EVERYBODYS_LIST = 0

type Fields = Omit<Static<typeof packages.change.input>, 'packageId'>

function fieldsOf({ nameZhTw, nameEn, noteZhTw, noteEn, name, note, trial, ...fields }: Fields) {
  const names = { 'zh-TW': nameZhTw.trim(), en: nameEn.trim() }
  const notes = {
    ...(noteZhTw === undefined ? {} : { 'zh-TW': noteZhTw.trim() }),
    ...(noteEn === undefined ? {} : { en: noteEn.trim() }),
  }
  const marked = trial === undefined ? {} : { trialDays: trial?.days ?? null, trialPaidBy: trial?.paidBy ?? null }
  return { ...fields, ...marked, name: name.trim(), note: note.trim(), names, notes }
}

/** Adds both or neither: a wrong price also keeps the package from being added. */
function addWithPrices(ctx: StaffCtx<'platform'>, input: Static<typeof packages.add.input>): Promise<number> {
  const { kind, prices, ...fields } = input
  if (prices.length > 0 && !may(ctx, 'price-lists.write')) fail('staff.forbidden')
  return inTx(ctx, async (tx) => {
    const packageId = await addPackage(tx, { kind, ...fieldsOf(fields) }, staffActor(ctx))
    const entries = prices.map((price) => ({ packageId, ...price }))
    if (entries.length > 0) await setWholesale(tx, { listId: EVERYBODYS_LIST }, entries, staffActor(ctx))
    return packageId
  })
}

export const packageRoutes = [
  bind(packages.list, async (ctx) => {
    const rows = await findPackages(ctx, false)
    const uses = new Map((await findPackageUse(ctx.db, ctx.now)).map(({ packageId, ...use }) => [packageId, use]))
    return {
      rows: rows.map(({ id, names, notes, place: _place, trialDays, trialPaidBy, ...row }) => ({
        ...row,
        trial: trialDays === null ? null : { days: trialDays, paidBy: trialPaidBy! },
        packageId: String(id),
        nameZhTw: (names as ByLanguage)['zh-TW'] ?? null,
        nameEn: (names as ByLanguage).en ?? null,
        noteZhTw: (notes as ByLanguage)['zh-TW'] ?? null,
        noteEn: (notes as ByLanguage).en ?? null,
        ...(uses.get(id) ?? { periods: [], sellers: 0, holders: 0 }),
      })),
    }
  }),
  bind(packages.add, async (ctx, input) => ({
    packageId: String(await addWithPrices(ctx, input)),
  })),
  bind(packages.change, (ctx, { packageId, ...fields }) =>
    changePackage(ctx, Number(packageId), fieldsOf(fields), staffActor(ctx)),
  ),
  bind(packages.switch, (ctx, { packageId, on }) =>
    changePackage(ctx, Number(packageId), { isListed: on }, staffActor(ctx)),
  ),
  bind(packages.order, (ctx, { packageIds }) => orderPackages(ctx, packageIds.map(Number), staffActor(ctx))),
]
