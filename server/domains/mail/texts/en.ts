import { limits } from '../../../../contract/limits.ts'
import type { MailTexts } from './mail-text.ts'

const MINUTES = limits.mailCodeTtlMs / 60_000
const VALID = `It is good for ${MINUTES} minutes and for one use. Please tell it to nobody; support will never ask for it.`
const NOT_YOU = 'If this was not you, please reset the password now and contact support.'
const SIGN_IN = { label: 'Sign in', path: '/login' } as const
const RESET = { label: 'Reset the password', path: '/find_pass' } as const

export const en: MailTexts = {
  footer: 'This mail was sent automatically. Please do not reply to it.',
  code_bind: ({ user }) => ({
    subject: 'Your code for binding this address',
    lines: [
      `The account ${user} asks to bind this address. The code is:`,
      VALID,
      'If you did not ask for this, you can ignore this mail.',
    ],
  }),
  code_reset: ({ user }) => ({
    subject: 'Your code for a new password',
    lines: [
      `The account ${user} asks for a new password. The code is:`,
      VALID,
      'If you did not ask for this, you can ignore this mail; the password stays as it is.',
    ],
  }),
  code_unlock: ({ user }) => ({
    subject: 'Your code for unlocking the account',
    lines: [
      `The account ${user} asks to be unlocked. The code is:`,
      VALID,
      'If you did not ask for this, you can ignore this mail; the account stays locked.',
    ],
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
      `The sign-in that the account ${user} keeps on the device "${device}" was used a second time on ${at}; somebody may have copied it.`,
      'We signed that device out; your other devices stay signed in. Please sign in again, and if you have not changed devices, change the password too.',
    ],
    action: SIGN_IN,
  }),
  password_changed: ({ user, at }) => ({
    subject: 'Your password was changed',
    lines: [`The password of the account ${user} was changed on ${at}.`, NOT_YOU],
    action: RESET,
  }),
  email_changed: ({ user, masked, at }) => ({
    subject: 'Your e-mail address was updated',
    lines: [
      `The e-mail address of the account ${user} was updated to ${masked} on ${at}.`,
      'If this was not you, please contact support now.',
    ],
  }),
  account_locked: ({ user, at }) => ({
    subject: 'Your account is locked',
    lines: [
      `The account ${user} was locked on ${at}, and every device was signed out.`,
      'To unlock it, open the sign-in page, enter account and password, ask for the unlock code and set a new password.',
    ],
    action: SIGN_IN,
  }),
  account_unlocked: ({ user, at }) => ({
    subject: 'Your account is unlocked',
    lines: [`The account ${user} was unlocked on ${at}. You can sign in again.`, NOT_YOU],
    action: SIGN_IN,
  }),
  deletion_asked: ({ user, until }) => ({
    subject: 'Your account will be deleted',
    lines: [
      `The account ${user} asked for deletion and will be deleted after ${until}.`,
      'If you change your mind, sign in before then and take it back.',
    ],
    action: SIGN_IN,
  }),
  pause_ended: ({ user, at }) => ({
    subject: 'Your pause has ended and the service is back',
    lines: [
      `The pause of the account ${user} reached its longest time, so the service came back on ${at} and the remaining time runs again.`,
    ],
    action: SIGN_IN,
  }),
  renew_soon: ({ user, package: name, amount, until }) => ({
    subject: 'Your package will renew soon',
    lines: [
      `The package ${name} of account ${user} ends on ${until}. One day before, ${amount} will be taken from the balance to renew it.`,
      'Please keep enough balance. If you do not want this, sign in and turn auto-renew off.',
    ],
    action: SIGN_IN,
  }),
  renewed: ({ user, package: name, amount, until }) => ({
    subject: 'Your package was renewed',
    lines: [
      `The package ${name} of account ${user} was renewed from the balance for ${amount}. It now runs until ${until}.`,
    ],
    action: SIGN_IN,
  }),
  renew_failed: ({ user, package: name, amount, until }) => ({
    subject: 'Your package could not be renewed',
    lines: [
      `Renewing the package ${name} of account ${user} takes ${amount}, which did not work from the balance. It ends on ${until}.`,
      'Please sign in and top up: we try again until then. You can also renew it yourself.',
    ],
    action: SIGN_IN,
  }),
  lines_end_soon: ({ user, until }) => ({
    subject: 'Your lines will be removed soon',
    lines: [
      `The package of account ${user} ended some time ago. Its lines will be removed after ${until} and would then have to be installed anew.`,
      'Renew before that and they come back as they are: nothing to set up again.',
    ],
    action: SIGN_IN,
  }),
  node_removed: ({ user, node }) => ({
    subject: 'A node you use is gone',
    lines: [
      `The node ${node} used by account ${user} is no longer in service, and the line on it has stopped.`,
      'Please sign in, move the line to another node in your list of lines, then update the subscription in your client.',
    ],
    action: SIGN_IN,
  }),
  totp_turned_on: ({ user, at }) => ({
    subject: 'Two-step sign-in is on',
    lines: [
      `Two-step sign-in was turned on for the account ${user} on ${at}. From now on signing in also takes the code of your authenticator app.`,
      'Please keep the recovery codes safe; you need them when you change phones. If this was not you, please contact support now.',
    ],
    action: SIGN_IN,
  }),
  totp_turned_off: ({ user, at }) => ({
    subject: 'Two-step sign-in is off',
    lines: [
      `Two-step sign-in was turned off for the account ${user} on ${at}. The password alone signs in now; you can turn it on again at any time.`,
      NOT_YOU,
    ],
    action: RESET,
  }),
  passkey_added: ({ user, name, at }) => ({
    subject: 'A passkey was added',
    lines: [
      `The passkey "${name}" was added to the account ${user} on ${at}. It signs in without the password.`,
      'If this was not you, please sign in now, remove this passkey and change the password.',
    ],
    action: SIGN_IN,
  }),
  passkey_removed: ({ user, name, at }) => ({
    subject: 'A passkey was removed',
    lines: [`The passkey "${name}" of the account ${user} was removed on ${at} and no longer signs in.`, NOT_YOU],
    action: RESET,
  }),
  withdrawal_paid: ({ user, amount, at }) => ({
    subject: 'Your withdrawal was paid',
    lines: [
      `The withdrawal of ${amount} that the account ${user} asked for was paid on ${at}.`,
      'If it has not arrived after some days, please contact support.',
    ],
    action: SIGN_IN,
  }),
  withdrawal_refused: ({ user, amount, reason }) => ({
    subject: 'Your withdrawal was not accepted',
    lines: [
      `The withdrawal of ${amount} that the account ${user} asked for was not accepted. The money is back in your commission.`,
      `Reason: ${reason}`,
      'You can sign in and ask again, or move the commission to your balance.',
    ],
    action: SIGN_IN,
  }),
  agency_approved: ({ user, agency, number }) => ({
    subject: 'Your agency was approved',
    lines: [
      `The agency ${agency} (agency number ${number}) of the account ${user} was approved and can sell online now.`,
      'Sign in and open "Become a reseller" to see and share its entrance link.',
    ],
    action: SIGN_IN,
  }),
}
