import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { getOwnAgency } from './agency/get-own-agency.ts'
import { openAgency } from './agency/open-agency.ts'
import { openConsole } from './agency/open-console.ts'
import { findBalanceEntries } from './balance/find-balance-entries.ts'
import { buyPackage } from './buy-package.ts'
import { findOrders, getOrder } from './find-orders.ts'
import { quotePackage } from './make-quote.ts'
import { showCatalogue } from './show-catalogue.ts'

export const orderRoutes = [
  bind(api.packages.list, showCatalogue),
  bind(api.packages.quote, quotePackage),
  bind(api.packages.buy, buyPackage),
  bind(api.orders.list, findOrders),
  bind(api.orders.detail, getOrder),
  bind(api.balance.entries, findBalanceEntries),
  bind(api.agencies.own, getOwnAgency),
  bind(api.agencies.create, openAgency),
  bind(api.agencies.console, openConsole),
]
