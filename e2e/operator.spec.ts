import { missingEngines } from '../agent/test/engine-tools.ts'
import { buyPlan, registerAtShop, useLine } from './operator/buyer.ts'
import { comeIn } from './operator/door.ts'
import { lookAtPlatform, lookAtShop } from './operator/ending.ts'
import { addList, addMerchant, addPackages } from './operator/goods.ts'
import { addNode } from './operator/network.ts'
import { stepsOf, test } from './operator/opening.ts'
import { addReseller, dressShop } from './operator/shop.ts'

test.skip(missingEngines.length > 0 && process.env.CI !== 'true', `not installed: ${missingEngines.join(', ')}`)

/**
 * One command, and then browsers only; each part of the way is a file in operator/. After each step the books are
 * checked.
 */
test('from an empty production database to the first paying user', async ({ page, opening, browser }) => {
  const step = stepsOf(opening)
  await step('the first operator comes in', () => comeIn(page, opening))
  await step('a merchant account', () => addMerchant(page, opening))
  await step('packages, in their order', () => addPackages(page))
  await step('a price list', () => addList(page))
  await step('a node', () => addNode(page, opening))
  const reseller = await step('a reseller', () => addReseller(page, opening))
  await step('its name and host', () => dressShop(page, opening, reseller))
  const buyer = await step('a visitor registers', () => registerAtShop(browser, opening, page))
  await step('and buys', () => buyPlan(buyer))
  await step('and connects', () => useLine(buyer, opening))
  await step('what the shop sees', () => lookAtShop(page))
  await step('what the platform sees', () => lookAtPlatform(page, reseller))
})
