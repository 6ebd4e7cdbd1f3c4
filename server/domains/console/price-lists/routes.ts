import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { renamePriceList, removeListEntry, setEarningsExample } from '../../packages/prices/price-lists.ts'
import {
  listPriceLists,
  listEntries,
  listSellers,
  listOwnPrices,
  previewChange,
  setPrices,
  addList,
  previewAssignment,
  assignList,
} from './calls.ts'

const { priceLists } = consoleApi

export const priceListRoutes = [
  bind(priceLists.list, listPriceLists),
  bind(priceLists.entries, listEntries),
  bind(priceLists.resellers, listSellers),
  bind(priceLists.own, listOwnPrices),
  bind(priceLists.preview, previewChange),
  bind(priceLists.set, setPrices),
  bind(priceLists.add, addList),
  bind(priceLists.rename, async (ctx, wish) => {
    await renamePriceList(ctx, wish, staffActor(ctx))
    return {}
  }),
  bind(priceLists.setExample, async (ctx, { text, others = {} }) => {
    await setEarningsExample(ctx, { text, others }, staffActor(ctx))
    return {}
  }),
  bind(priceLists.removeEntry, async (ctx, { packageId, ...name }) => {
    await removeListEntry(ctx, { ...name, packageId: Number(packageId) }, staffActor(ctx))
    return {}
  }),
  bind(priceLists.previewAssign, previewAssignment),
  bind(priceLists.assign, assignList),
]
