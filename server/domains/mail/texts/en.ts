import { limits } from '../../../../contract/limits.ts'
import type { MailTexts } from '../mail-templates.ts'
import { toResellers } from './en-resellers.ts'
import { reminderTexts } from './reminder-texts.ts'
import { trialTexts } from './trial-texts.ts'
import { webhookTexts } from './webhook-texts.ts'

const MINUTES = limits.mailCodeTtlMs / 60_000
const STAFF_MINUTES = limits.operatorCodeTtlMs / 60_000
const WELCOME_HOURS = limits.welcomeCodeTtlMs / 3_600_000
const VALID = `It is valid for ${MINUTES} minutes and works once. Please do not share it; support will never ask for it.`
const NOT_YOU = 'If this was not you, please reset your password now and contact support.'
const WAYS: Record<string, string> = { alipay: 'Alipay', wechat: 'WeChat', bank: 'bank transfer' }
const SIGN_IN = { label: 'Sign in', path: '/login' } as const
const RESET = { label: 'Reset your password', path: '/find_pass' } as const

const CONSOLE = { label: 'Open the console', path: '/console' } as const
const NOT_MEMBER =
  'If this was not you, sign in to the console now, change the password, end the other devices and tell an owner.'

export const en: MailTexts = {
  footer: 'This e-mail was sent automatically. Please do not reply.',
  code_bind: ({ user }) => ({
    subject: 'Your code to add this e-mail',
    lines: [
      `The account ${user} wants to add this e-mail address. The code is:`,
      VALID,
      'If this was not you, just ignore this e-mail.',
    ],
  }),
  code_reset: ({ user }) => ({
    subject: 'Your code to set a new password',
    lines: [
      `The account ${user} wants to set a new password. The code is:`,
      VALID,
      'If this was not you, just ignore this e-mail. Your password stays the same.',
    ],
  }),
  code_unlock: ({ user }) => ({
    subject: 'Your code to unlock your account',
    lines: [
      `The account ${user} wants to be unlocked. The code is:`,
      VALID,
      'If this was not you, just ignore this e-mail. The account stays locked.',
    ],
  }),
  code_staff: ({ user }) => ({
    subject: 'A code from support to set a new password',
    lines: [
      `Support issued a code for the account ${user} to set a new password:`,
      `It is good for ${STAFF_MINUTES} minutes and works once. Tell it to nobody. Support never asks for it.`,
      'Open the recovery page, choose "I have a code" and enter it. Every device is then signed out.',
      'If you did not ask support for it, ignore the code and sign in soon to look. Withdrawals, a change of e-mail and deletion are off for 72 hours.',
    ],
    action: RESET,
  }),
  code_welcome: ({ user }) => ({
    subject: 'Your account is ready',
    lines: [
      `The account ${user} was made for you. Set its password with this code:`,
      `It is good for ${WELCOME_HOURS} hours and works once. Tell it to nobody.`,
      'On the page choose "I have a code", then enter the account, the code and a new password.',
    ],
    action: { label: 'Set the password', path: '/find_pass' },
  }),
  reset_code_told: ({ user, at }) => ({
    subject: 'Support issued a code to reset your password',
    lines: [
      `On ${at} support issued a code for the account ${user} that sets a new password.`,
      'To keep it safe, withdrawals, a change of e-mail and deletion are off for 72 hours. If you did not ask for it, contact support now.',
    ],
    action: SIGN_IN,
  }),
  new_login: ({ user, device, address, at }) => ({
    subject: 'New sign-in to your account',
    lines: [
      `The account ${user} was signed in on a new device on ${at}.`,
      `Device: ${device}`,
      `Address: ${address}`,
      NOT_YOU,
    ],
    action: RESET,
  }),
  device_stolen: ({ user, device, at }) => ({
    subject: 'A suspicious device was signed out',
    lines: [
      `The sign-in saved for the account ${user} on the device "${device}" was used a second time on ${at}. Somebody may have copied it.`,
      'We signed that device out; your other devices stay signed in. Please sign in again. If you have not switched devices, change your password too.',
    ],
    action: SIGN_IN,
  }),
  password_changed: ({ user, at }) => ({
    subject: 'Your password was changed',
    lines: [`The password of the account ${user} was changed on ${at}.`, NOT_YOU],
    action: RESET,
  }),
  email_bound: ({ user, masked, at }) => ({
    subject: 'Your e-mail address was added',
    lines: [
      `${masked} was added to the account ${user} on ${at}. If you forget your password, it lets you back in.`,
      'If this was not you, please contact support now.',
    ],
  }),
  email_changed: ({ user, masked, at }) => ({
    subject: 'Your e-mail address was changed',
    lines: [
      `The e-mail address of the account ${user} was changed to ${masked} on ${at}.`,
      'If this was not you, please contact support now.',
    ],
  }),
  account_locked: ({ user, at }) => ({
    subject: 'Your account is locked',
    lines: [
      `The account ${user} was locked on ${at}, and every device was signed out.`,
      'To unlock it, open the sign-in page, enter your user name and password, ask for the unlock code and set a new password.',
    ],
    action: SIGN_IN,
  }),
  account_unlocked: ({ user, at }) => ({
    subject: 'Your account is unlocked',
    lines: [`The account ${user} was unlocked on ${at}. You can sign in again.`, NOT_YOU],
    action: SIGN_IN,
  }),
  account_blocked: ({ user, reason }) => ({
    subject: 'Your account is blocked',
    lines: [
      `The account ${user} is blocked. The reason: ${reason}`,
      'The time that is left is kept for you. You can still sign in, read and withdraw, but not buy, top up or resume. Please contact support if you have questions.',
    ],
    action: SIGN_IN,
  }),
  account_unblocked: ({ user, at }) => ({
    subject: 'Your account is unblocked',
    lines: [`The account ${user} was unblocked at ${at} and can be used as before.`],
    action: SIGN_IN,
  }),
  deletion_asked: ({ user, until }) => ({
    subject: 'Your account will be deleted',
    lines: [
      `You asked us to delete the account ${user}. It will be deleted after ${until}.`,
      'Changed your mind? Sign in before then to keep it.',
    ],
    action: SIGN_IN,
  }),
  deletion_by_staff: ({ user, until }) => ({
    subject: 'Your account will be deleted',
    lines: [
      `Support asked to delete the account ${user}. It will be deleted after ${until}.`,
      'To keep it, sign in before then, open the password page and take the deletion back. You need no reason.',
    ],
    action: SIGN_IN,
  }),
  deletion_put_off: ({ user }) => ({
    subject: 'The deletion of your account is put off',
    lines: [
      `Money came in for the account ${user} after you had asked for its deletion. The deletion waits, and the money is not lost.`,
      'Sign in to use it up, or ask for the deletion again and give it up.',
    ],
    action: SIGN_IN,
  }),
  pause_ended: ({ user, at }) => ({
    subject: 'Your pause is over and your service is back',
    lines: [
      `The account ${user} was paused for as long as possible, so its service resumed on ${at} and the remaining time is running again.`,
    ],
    action: SIGN_IN,
  }),
  renew_soon: ({ user, package: name, amount, until }) => ({
    subject: 'Your plan renews soon',
    lines: [
      `The plan ${name} of the account ${user} ends on ${until}. One day before, we renew it with ${amount} from your {{balance}}.`,
      'Please keep your {{balance}} high enough. If you do not want this, sign in and turn off auto-renew.',
    ],
    action: SIGN_IN,
  }),
  renewed: ({ user, package: name, amount, until }) => ({
    subject: 'Your plan was renewed',
    lines: [
      `The plan ${name} of the account ${user} was renewed with ${amount} from your {{balance}}. It now runs until ${until}.`,
    ],
    action: SIGN_IN,
  }),
  renew_failed: ({ user, package: name, amount, until }) => ({
    subject: 'Your plan could not be renewed',
    lines: [
      `We could not renew the plan ${name} of the account ${user} with ${amount} from your {{balance}}. It ends on ${until}.`,
      'Please sign in and top up; we keep trying until then. You can also renew it yourself.',
    ],
    action: SIGN_IN,
  }),
  renew_early_failed: ({ user, package: name, amount }) => ({
    subject: 'Your data is used up and the plan was not renewed',
    lines: [
      `The data of the plan ${name} of the account ${user} is used up. We could not renew it with ${amount} from your {{balance}}; nothing was charged.`,
      'Please sign in and top up; we then try again. You can also see the plans page or wait for the reset.',
    ],
    action: SIGN_IN,
  }),
  renew_stopped: ({ user, package: name, until }) => ({
    subject: 'Your plan cannot be renewed for now',
    lines: [
      `The plan “${name}” of ${user} is not sold at the moment. It is not renewed and nothing is charged. It runs until ${until}.`,
      'Before then you can sign in and choose another plan, or ask support.',
    ],
    action: SIGN_IN,
  }),
  ...trialTexts.en,
  ...reminderTexts.en,
  ...webhookTexts.en,
  lines_end_soon: ({ user, until }) => ({
    subject: 'Your lines will be removed soon',
    lines: [
      `The plan of the account ${user} ended a while ago. Its lines will be removed after ${until}; after that you would have to install them again.`,
      'Renew before then and they come back as they were, with nothing to set up.',
    ],
    action: SIGN_IN,
  }),
  node_removed: ({ user, node }) => ({
    subject: 'A server you use is gone',
    lines: [
      `The server ${node} used by the account ${user} is no longer in service, so the line on it has stopped.`,
      'Please sign in, move the line to another server under "My lines", then update the subscription in your app.',
    ],
    action: SIGN_IN,
  }),
  line_moved: ({ user, node, target }) => ({
    subject: 'Your line is on another server now',
    lines: [
      `The line of the account ${user} on the server ${node} has moved to ${target}. Plan and data stay as they are.`,
      'Please update the subscription in your app once, and the new server appears.',
    ],
    action: SIGN_IN,
  }),
  totp_turned_on: ({ user, at }) => ({
    subject: 'Two-step sign-in is on',
    lines: [
      `Two-step sign-in was turned on for the account ${user} on ${at}. From now on, signing in also needs a code from your authenticator app.`,
      'Please keep the recovery codes safe; you will need them when you change phones. If this was not you, please contact support now.',
    ],
    action: SIGN_IN,
  }),
  totp_turned_off: ({ user, at }) => ({
    subject: 'Two-step sign-in is off',
    lines: [
      `Two-step sign-in was turned off for the account ${user} on ${at}. The password alone is now enough to sign in. You can turn it on again any time.`,
      NOT_YOU,
    ],
    action: RESET,
  }),
  passkey_added: ({ user, name, at }) => ({
    subject: 'A passkey was added',
    lines: [
      `The passkey "${name}" was added to the account ${user} on ${at}. It can sign in without the password.`,
      'If this was not you, please sign in now, remove this passkey and change your password.',
    ],
    action: SIGN_IN,
  }),
  passkey_removed: ({ user, name, at }) => ({
    subject: 'A passkey was removed',
    lines: [`The passkey "${name}" of the account ${user} was removed on ${at} and can no longer sign in.`, NOT_YOU],
    action: RESET,
  }),
  withdrawal_paid: ({ user, amount, way, at }) => ({
    subject: 'Your withdrawal was paid out',
    lines: [
      `The withdrawal of ${amount} from the account ${user} was paid by ${WAYS[way] ?? way} on ${at}.`,
      'If it has not arrived, press the button within 14 days, sign in and choose “Not received” beside it. The platform will look into it.',
    ],
    action: { label: 'Not received', path: '/user/invite' },
  }),
  withdrawal_refused: ({ user, amount, reason }) => ({
    subject: 'Your withdrawal was declined',
    lines: [
      `The withdrawal of ${amount} from the account ${user} was declined. The money is back in your commission.`,
      `Reason: ${reason}`,
      'You can sign in and ask again, or move the commission to your {{balance}}.',
    ],
    action: SIGN_IN,
  }),
  agency_suspended: ({ user, agency, number }) => ({
    subject: 'Your agency is suspended',
    lines: [
      `The fee of the agency ${agency} (agency number ${number}) of the account ${user} was refunded, so the agency is suspended: no new accounts and no payments. Its users can still sign in.`,
      'Please contact support if you have questions.',
    ],
  }),
  ...toResellers,
  wholesale_rises: ({ user, number, packages, at }) => ({
    subject: 'Wholesale prices will rise',
    lines: [
      `From ${at} on, reseller ${number} of ${user} pays more for: ${packages}.`,
      'Please look at your retail prices before then. What would be sold below wholesale without your confirmation stops selling and renewing by itself.',
    ],
  }),
  offers_stopped: ({ user, number, packages }) => ({
    subject: 'Some plans are no longer sold',
    lines: [
      `At reseller ${number} of ${user} wholesale is now above retail for: ${packages}. They are not sold or renewed.`,
      'Change the retail price, or confirm that you sell at a loss, and they are back at once. The users concerned were told.',
    ],
  }),
  payout_paid: ({ user, number, amount, at }) => ({
    subject: 'Your payout was paid',
    lines: [`The payout of ${amount} that reseller ${number} of ${user} asked for was paid on ${at}.`],
  }),
  payout_refused: ({ user, number, amount, reason }) => ({
    subject: 'Your payout was not approved',
    lines: [
      `The payout of ${amount} that reseller ${number} of ${user} asked for was not approved. The money is back in its account with us.`,
      `The reason: ${reason}`,
    ],
  }),
  agency_approved: ({ user, agency, number }) => ({
    subject: 'Your agency was approved',
    lines: [
      `The agency ${agency} (agency number ${number}) of the account ${user} was approved and can sell online now.`,
      'Press the button below and sign in to go to the console, or to see and share the sign-up link.',
    ],
    action: { label: 'Go to the console', path: '/user/open_agency' },
  }),
  agency_given_away: ({ user, agency, number }) => ({
    subject: 'Your agency was handed over',
    lines: [
      `The agency ${agency} (agency number ${number}) of the account ${user} was handed over to somebody else. Its console team is signed out, and its ways to be paid are switched off.`,
      'If you did not know of this, please contact the platform at once.',
    ],
  }),
  agency_received: ({ user, agency, number }) => ({
    subject: 'You run an agency now',
    lines: [
      `The agency ${agency} (agency number ${number}) was handed over to the account ${user}. Its users and its money are as they were; ways to be paid have to be set up anew.`,
      'Press the button below and sign in to go to the console.',
    ],
    action: { label: 'Go to the console', path: '/user/open_agency' },
  }),
  staff_invited: ({ team, until }) => ({
    subject: `You are invited to the console of ${team}`,
    lines: [
      `You are invited to the console of ${team}. Open the link below to choose a name, a password and two-step sign-in.`,
      `The link is good until ${until} and works once. Please do not pass it on.`,
      'If you do not know who invited you, you can ignore this e-mail.',
    ],
    action: { label: 'Accept the invitation', path: '/console/join' },
  }),
  code_staff_email: () => ({
    subject: 'Your code to join the console',
    lines: [
      'Somebody is joining the console with this address. The code is:',
      VALID,
      'If it is not you, you can ignore this e-mail.',
    ],
  }),
  code_staff_reset: ({ user }) => ({
    subject: 'Code to reset your console password',
    lines: [
      `${user} is resetting the password of the console. The code is:`,
      VALID,
      'Two-step sign-in is needed as well. If this was not you, ignore this message: the password does not change.',
    ],
  }),
  staff_password_reset: ({ member, at }) => ({
    subject: 'A member got back into the console',
    lines: [
      `${member} reset the password of the console at ${at}, by e-mail and two-step sign-in. All earlier sessions ended; for 72 hours money, keys and the team are out of reach.`,
      `If this was not ${member}, remove this member at once.`,
    ],
    action: CONSOLE,
  }),
  staff_new_login: ({ member, device, address, at }) => ({
    subject: 'New sign-in to the console',
    lines: [`${member} signed in on a new device at ${at}.`, `Device: ${device}`, `Address: ${address}`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_summary: ({ day, text }) => ({
    subject: `The day so far, ${day}`,
    lines: [`${day}, until now:`, ...text.split('\n')],
    action: CONSOLE,
  }),
  staff_password_changed: ({ member, at }) => ({
    subject: 'The console password was changed',
    lines: [`The console password of ${member} was changed at ${at}. All other devices are signed out.`, NOT_MEMBER],
    action: CONSOLE,
  }),
  payee_changed: ({ number, at }) => ({
    subject: 'The account for payouts was changed',
    lines: [`Reseller ${number} has another account for payouts since ${at}. It rests for 72 hours.`, NOT_MEMBER],
    action: CONSOLE,
  }),
  staff_factor_changed: ({ member, at }) => ({
    subject: 'Two-step sign-in to the console was changed',
    lines: [`Two-step sign-in of ${member} was changed at ${at}. All other devices are signed out.`, NOT_MEMBER],
    action: CONSOLE,
  }),
}
