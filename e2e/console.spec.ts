import { isShort } from '../test/grid.ts'
import { dressTheShop, checkDomain } from './console/brand.ts'
import { buyOnline, redeemKey } from './console/customers.ts'
import { walkAround } from './console/door.ts'
import { passTheDoor, signInByPasskey } from './console/factor.ts'
import { bringPanelOver } from './console/import.ts'
import { payCommission, payOut, topUp } from './console/money.ts'
import { tellUsers } from './console/notices.ts'
import { enterAnOffice } from './console/office.ts'
import { approve, enterByLink, openAgency } from './console/opening.ts'
import { lookAtFigures } from './console/overview.ts'
import { lookAtScreens } from './console/screens.ts'
import { buyAndPrint, lookAfterKeys, setPrices } from './console/shop.ts'
import { makeMember, signIn } from './console/staff.ts'
import { inviteColleague, workAsSupport } from './console/team.ts'
import { isPhone, stepsOf, test } from './console/trip.ts'
import { blockUser, giveDays } from './console/users.ts'
import { keepAView } from './console/views.ts'

/**
 * One agency from its first minute to its first payout, on one server; each part of the way is a file in console/.
 * After each step the books are checked. Faults and CSP reports fail the test. What is beside the way is left to the
 * full grid, and checks that do not depend on the window's size to its desktop.
 */
test('an agency is opened, branded and stocked, sells, gives, pays out and takes in a colleague', async ({
  page,
  context,
  stage,
  browser,
  names,
}) => {
  const step = stepsOf(stage)
  const besides = isShort ? () => Promise.resolve() : step
  await step('a user opens an agency', () => openAgency(page, stage))
  const agency = await step('its office opens by the link', () => enterByLink(page, stage))
  await step('password and code', () => passTheDoor(page, stage, agency))
  await step('brand', () => dressTheShop(page, stage, agency))
  await besides('a domain', () => checkDomain(page, names))
  await step('prices by rule', () => setPrices(page, stage))
  await step('the operator approves', () => approve(stage, agency))
  await step('a top-up', () => topUp(page, stage))
  const code = await step('card keys, printed', () => buyAndPrint(page, stage))
  const customer = await step('a new user redeems one', () => redeemKey(browser, stage, agency, code))
  await besides('what is left of the batch', () => lookAfterKeys(page, stage, code, customer.userName))
  await step('another buys online', () => buyOnline(browser, stage, customer))
  await besides('margin and plot', () => lookAtFigures(page, stage, agency.resellerId))
  await step('three days for everybody who ends this week', () => giveDays(page, stage, agency))
  await besides('commission', () => payCommission(page, stage, customer))
  await step('a payout', () => payOut(page, stage, agency))
  await besides('a colleague is invited', () => inviteColleague(page, stage, agency))
  await besides('and helps a user', () => workAsSupport(browser, stage, customer))
  await besides('every screen', () => lookAtScreens(page, isPhone(page)))
  if (isShort || isPhone(page)) return
  await step('a passkey', () => signInByPasskey(page, stage))
  await step('unknown page, reload, back', () => walkAround(page, stage))
  await step('a saved view', () => keepAView(page, stage))
  await step('a blocked user', () => blockUser(page, stage))
  await step('notices', () => tellUsers(page, stage))
  await step('an operator', async () => {
    await context.clearCookies()
    const operator = await makeMember(stage.db, 'operator-e2e', null)
    await signIn(page, stage.portal.url, operator.name)
    await lookAtScreens(page, true)
    await enterAnOffice(page, stage)
  })
  await step('another panel comes over, and goes back', () => bringPanelOver(page, stage))
})
