import { accessBugs } from './bugs/access.ts'
import { agentBugs } from './bugs/agent.ts'
import { errandsBugs } from './bugs/errands.ts'
import { keysBugs } from './bugs/keys.ts'
import { ledgerBugs } from './bugs/ledger.ts'
import { linesBugs } from './bugs/lines.ts'
import { ordersBugs } from './bugs/orders.ts'
import { pagesBugs } from './bugs/pages.ts'
import { paymentsBugs } from './bugs/payments.ts'
import { sessionsBugs } from './bugs/sessions.ts'
import { visibilityBugs } from './bugs/visibility.ts'
import type { Area, Mutant } from './mutant.ts'

/** One property of money or another may see what no example does. */
const MONEY = [
  'server/checks/refunds.property.test.ts',
  'server/checks/debt.property.test.ts',
  'server/checks/payable.property.test.ts',
  'server/checks/credit-commission.test.ts',
  'server/checks/own-money.test.ts',
]
const TENANCY = [
  'server/checks/step-up-matrix.test.ts',
  'server/checks/agreed-figures.test.ts',
  'server/checks/list-permissions.test.ts',
  'server/checks/permission-matrix.test.ts',
  'server/checks/private-parts.test.ts',
  'server/checks/key-matrix.test.ts',
  'server/checks/tenant-matrix.test.ts',
]
const SESSIONS = [
  'server/checks/takeover.test.ts',
  'server/checks/help-by-staff.test.ts',
  'server/checks/access.test.ts',
]
const LINES = [
  'server/checks/aligned-lines.test.ts',
  'server/checks/first-use.test.ts',
  'server/checks/connected.test.ts',
]
const ERRANDS = ['server/checks/webhook-events.test.ts', 'server/checks/staff-mails.test.ts']

export const areas: readonly Area[] = [
  { name: 'money', checks: MONEY, bugs: { ...ledgerBugs, ...ordersBugs, ...paymentsBugs, ...keysBugs } },
  { name: 'tenancy', checks: TENANCY, bugs: { ...visibilityBugs, ...accessBugs } },
  { name: 'sessions', checks: SESSIONS, bugs: sessionsBugs },
  { name: 'lines', checks: LINES, bugs: { ...linesBugs, ...agentBugs } },
  { name: 'errands', checks: ERRANDS, bugs: errandsBugs },
  { name: 'pages', checks: [], bugs: pagesBugs },
]

export type Numbered = Mutant & { number: number; area: Area }

export const mutants: readonly Numbered[] = areas
  .flatMap((area) =>
    Object.entries(area.bugs).flatMap(([file, bugs]) =>
      bugs.map(([find, plant, does, more]) => ({ ...more, file, find, plant, does, area })),
    ),
  )
  .map((mutant, at) => ({ ...mutant, number: at + 1 }))

/** By area, number, or a part of the file's name; without a wish all of them. */
export function choose(wanted: readonly string[]): readonly Numbered[] {
  return mutants.filter(
    ({ area, number, file }) =>
      wanted.length === 0 ||
      wanted.some(
        (wish) => wish === area.name || wish === String(number) || (wish.includes('/') && file.includes(wish)),
      ),
  )
}
