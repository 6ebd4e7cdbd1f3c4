import { dressTheShop } from './console/brand.ts'
import { passTheDoor, walkAround } from './console/door.ts'
import { setFactor, signInWithFactor } from './console/factor.ts'
import { tellUsers } from './console/notices.ts'
import { handleMoney } from './console/money.ts'
import { enterAnOffice } from './console/office.ts'
import { lookAtScreens } from './console/screens.ts'
import { buyAndPrint, setPrices } from './console/shop.ts'
import { makeMember, signIn } from './console/staff.ts'
import { acceptInvitation, inviteOverAnEndedSession } from './console/team.ts'
import { workOnUsers } from './console/users.ts'
import { keepAView } from './console/views.ts'
import { test } from './stage.ts'

/** One journey, so that one server serves it; a part of it is a file in console/. Faults and CSP reports fail it. */
test('an owner and an operator work in the console', async ({ page, context, stage, browser }) => {
  test.setTimeout(240_000)
  const { name } = await makeMember(stage.db, 'boss260-e2e', 260)
  await test.step('the door', () => passTheDoor(page, stage, name))
  await test.step('unknown page, reload, back', () => walkAround(page, stage))
  await test.step('an ended session', () => inviteOverAnEndedSession(page, stage, name))
  await test.step('an invitation', async () => {
    const other = await browser.newContext()
    await acceptInvitation(await other.newPage(), stage, 'colleague-e2e')
    await other.close()
  })
  await test.step('brand', () => dressTheShop(page, stage))
  await test.step('a saved view', () => keepAView(page, stage))
  await test.step('users', () => workOnUsers(page, stage))
  await test.step('notices', () => tellUsers(page, stage))
  await test.step('every screen', () => lookAtScreens(page, stage))
  await test.step('prices', () => setPrices(page, stage))
  await test.step('card keys', () => buyAndPrint(page, stage))
  await test.step('money', () => handleMoney(page, stage))
  const secret = await test.step('a factor', () => setFactor(page, stage))
  await test.step('signing in with it', () => signInWithFactor(page, stage, name, secret))
  await test.step('an operator', async () => {
    await context.clearCookies()
    const operator = await makeMember(stage.db, 'operator-e2e', null)
    await signIn(page, stage.portal.url, operator.name)
    await lookAtScreens(page, stage)
    await enterAnOffice(page, stage)
  })
})
