import type { MailTexts } from '../mail-templates.ts'

const CONSOLE = { label: 'Open the console', path: '/console' } as const
const AT_LIMIT =
  'At the limit nobody new can sign up. Where that was agreed, new plans, upgrades, data packs, voucher batches and gifts stop too. Your users go on as before; renewing, topping up and redeeming go on.'
const FROM_NOW =
  'From now on nobody new can sign up. Where that was agreed, new plans, upgrades, data packs, voucher batches and gifts stop too. Your users go on as before; renewing, topping up and redeeming go on.'
const MORE = 'If you need a higher limit, please contact the platform.'

type Told = 'reseller_suspended' | 'reseller_resumed' | 'users_near' | 'users_full' | 'traffic_near' | 'traffic_full'

/** Mails about a reseller's standing with the platform: suspended, resumed, or at its limits. */
export const toResellers: Pick<MailTexts, Told> = {
  reseller_suspended: ({ number, reason }) => ({
    subject: 'The platform suspended your reseller',
    lines: [
      `Reseller ${number} was suspended by the platform: no sign-up, sale or payment any more. Its users still sign in and go on.`,
      `The reason: ${reason}`,
      'In the console you can still sign in, look, decide withdrawals and top up. When it is settled, please contact the platform.',
    ],
    action: CONSOLE,
  }),
  reseller_resumed: ({ number }) => ({
    subject: 'Your reseller goes on',
    lines: [`Reseller ${number} is no longer suspended: sign-up, sales and payments go on from now.`],
    action: CONSOLE,
  }),
  users_near: ({ number, used, max }) => ({
    subject: 'You are close to your limit of users',
    lines: [`Reseller ${number} has ${used} users. The platform set a limit of ${max}.`, AT_LIMIT, MORE],
    action: CONSOLE,
  }),
  users_full: ({ number, used, max }) => ({
    subject: 'Your limit of users is reached',
    lines: [
      `Reseller ${number} has ${used} users and has reached the limit of ${max} that the platform set.`,
      FROM_NOW,
      MORE,
    ],
    action: CONSOLE,
  }),
  traffic_near: ({ number, used, max }) => ({
    subject: 'You are close to your traffic limit',
    lines: [
      `Reseller ${number} has used ${used} of traffic this month. The platform set a limit of ${max}.`,
      AT_LIMIT,
      MORE,
    ],
    action: CONSOLE,
  }),
  traffic_full: ({ number, used, max }) => ({
    subject: 'Your traffic limit is reached',
    lines: [
      `Reseller ${number} has used ${used} of traffic this month and has reached the limit of ${max} that the platform set.`,
      FROM_NOW,
      MORE,
    ],
    action: CONSOLE,
  }),
}
