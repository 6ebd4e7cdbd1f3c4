import { fundReseller } from '../server/test/build/money-factories.ts'
import { payOut } from './console/money.ts'
import { approve, openAgency } from './console/opening.ts'
import { isPhone, stepsOf, test } from './console/trip.ts'
import { dressAndPoint } from './week/brand.ts'
import { leaveForms } from './week/forms.ts'
import { comeBack, lookAtOrder, readAudit, readOtherLanguages, ringTheBell, workQuickly } from './week/office.ts'
import { followTheGuide, joinByTheLink, nameTheField, tickAndZoom } from './week/opening.ts'
import {
  askThePlatform,
  buildPeople,
  compareWords,
  exportAndFind,
  handOutLink,
  previewDays,
  watchTheRun,
} from './week/people.ts'
import { findPeople, sellByHand, serveUser } from './week/service.ts'
import { countKeys, keepKeys, topUpInPlace } from './week/shop.ts'

/**
 * The second week of a new reseller, from opening an agency to its first payout: what was once lost, wrong or missing,
 * one check for each. The order is the week's; the numbers let a report name a check. What a server or a unit test shows
 * better than a browser is shown there:
 *
 * | number | what                                                  | shown by                                                                           |
 * | ------ | ----------------------------------------------------- | ---------------------------------------------------------------------------------- |
 * | 1      | keys end after a day, and strangers never see them    | `server/domains/console/cards/cards.test.ts`                                       |
 * | 2      | every form, by a list made from the components        | `forms.spec.ts`, `console/features/form/every-form.test.ts`                        |
 * | 4      | every state of line, user and node has one word       | `ui/components/state-words.test.ts`                                                |
 * | 5      | redeemed keys to the fen                              | `server/domains/console/overview/sold-keys.test.ts`                                |
 * | 6      | the expired are included only if asked for            | `server/domains/bulk/bulk.test.ts`                                                 |
 * | 7      | round ticks, weeks at 90 days, growth up to +999 %    | `round-ticks`, `by-week` in `console/features/plot`; `show/change-note.test.ts`    |
 * | 7      | today against yesterday up to the same time           | `server/domains/console/overview/overview.test.ts`                                 |
 * | 7      | every Mantine component in use has its layer          | `ui/theme/mantine-layers.test.ts`                                                  |
 * | 10     | hundreds of ticked users, the file of users           | `server/domains/users/users.test.ts`                                       |
 * | 10     | 待付款项 names whom to pay, never "代理 0 · 0"        | `console/features/reseller/reseller-name.test.ts`                                  |
 * | 10     | a planned notice whose job is dropped stops waiting   | `server/domains/console/notices/notices.test.ts`                                   |
 * | 10     | mails to members name their reader                    | `server/domains/payouts/payouts.test.ts`                                           |
 * | 11     | before and after, lengths, both sides of a choice     | `server/domains/console/audit/audit.test.ts`, `scripts/audit-words.test.ts`        |
 * | 12     | every screen, page and sheet in three languages       | `console-words.spec.ts`, `console/words/native-words.test.ts`                      |
 * | 13     | a sale by hand to the fen, its refund, its limits     | `server/domains/orders/sell-by-hand.test.ts`                                       |
 * | 14     | no search reads a large table from end to end         | `server/domains/users/plans.test.ts`                                       |
 * | 15     | what rings, for whom, once                            | `server/domains/console/network/network.test.ts`                                   |
 * | 16     | the operator's guide                                  | `server/domains/console/platform/platform.test.ts`                                 |
 * | 18     | a domain that points here, and its certificate        | `server/domains/resellers/see-domain.test.ts`                                      |
 * | 20     | mailbox and factor together, 72 hours, strangers      | `server/domains/staff/recover/recover.test.ts`, `server/checks/takeover.test.ts`   |
 */
test('a new reseller works a second week and misses nothing', async ({ page, stage, browser, names }) => {
  if (isPhone(page)) await page.setViewportSize({ width: 390, height: 844 })
  const step = stepsOf(stage)
  await step('an agency is opened', () => openAgency(page, stage))
  const agency = await step('8 a taken name keeps the mailed code', () => joinByTheLink(page, stage))
  const week = { page, stage, browser, names, agency }
  await step('8 a refused form names its field, and no card leads nowhere', () => nameTheField(week))
  await step('16 first steps are a guide, and earnings come before the fee', () => followTheGuide(week))
  await step('7 prices are ticked by a look, and the icon can be zoomed', () => tickAndZoom(week))
  await step('18 a domain with its target and ticks, a preview, a poster', () => dressAndPoint(week))
  await step('the operator approves', () => approve(stage, agency))
  await step('17 a missing balance is topped up in place, and a rule is undone', () => topUpInPlace(week))
  const ticket = await step('1 paid keys stay readable after a click in the rail', () => keepKeys(week))
  await step('5 and 18 a printed card opens the shop, and a redeemed key counts as a sale', () =>
    countKeys(week, ticket),
  )
  await step('2 no form loses what was typed', () => leaveForms(week))
  await fundReseller(stage.db, agency.resellerId, 100_000)
  await step('13 a user without a package is sold one', () => sellByHand(week))
  const people = await buildPeople(week)
  const [one, two] = [people[0]!, people[1]!]
  await step('6 a bulk tells running, paused and expired apart', () => previewDays(week))
  await step('3 a bulk run has its own page', () => watchTheRun(week))
  const { node } = await step('4 portal and office say the same word', () => compareWords(week, one))
  await step('14 people are found by what one knows of them', () => findPeople(week, one, node))
  await step('9 a reset link is ready to send', () => handOutLink(week, two))
  await step('20 who needs a second member asks the platform', () => askThePlatform(week, two))
  await step('10 the ticked are exported, and the platform finds users and orders', () => exportAndFind(week, people))
  await step('15 the reseller sees its nodes and hears a bell', () => ringTheBell(week, node))
  await step('19 a user’s page answers first', () => serveUser(week, one))
  await step('11 the audit names people and says what was before', () => readAudit(week))
  await step('12 English and Traditional are whole', () => readOtherLanguages(week))
  await step('21 rows, arrows and actions are quick', () => workQuickly(week))
  await step('22 figures, actions and placeholders have their places', () => lookAtOrder(week))
  await step('the first payout', () => payOut(page, stage, agency))
  await step('20 the owner comes back without a password', () => comeBack(week))
})
