import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { changePackage } from '../../packages/save-package.ts'
import { listPackages, addPackageWithPrices, changePackageFields, putInOrder } from './calls.ts'

const { packages } = consoleApi

export const packageRoutes = [
  bind(packages.list, listPackages),
  bind(packages.add, addPackageWithPrices),
  bind(packages.change, changePackageFields),
  bind(packages.switch, async (ctx, { packageId, on }) => {
    await changePackage(ctx, Number(packageId), { isListed: on }, staffActor(ctx))
    return {}
  }),
  bind(packages.order, putInOrder),
]
