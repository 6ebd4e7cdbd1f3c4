import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { issueCaptcha } from '../sign-in/captcha/issue-captcha.ts'
import { askTicket } from './ask-ticket.ts'
import { changePassword } from './change-password.ts'
import { signOut, revokeOwnSessions } from './end-sessions.ts'
import { beginPasskeySignIn } from './factors/begin-passkey-sign-in.ts'
import { beginPasskey } from './factors/begin-passkey.ts'
import { beginTotp } from './factors/begin-totp.ts'
import { confirmTotpFactor } from './factors/confirm-totp.ts'
import { factorState } from './factors/factor-state.ts'
import { finishPasskey } from './factors/finish-passkey.ts'
import { removePasskey } from './factors/remove-passkey.ts'
import { removeTotp } from './factors/remove-totp.ts'
import { freezeAccount } from './freeze/freeze-account.ts'
import { freezeState } from './freeze/freeze-state.ts'
import { listSessions } from './list-sessions.ts'
import { showPush, startPush, stopPush } from './push/own-devices.ts'
import { bindEmail } from './recovery/bind-email.ts'
import { recoverAccount } from './recovery/recover-account.ts'
import { sendEmailCode } from './recovery/send-email-code.ts'
import { redeemTicket } from './spend-ticket.ts'

export const sessionRoutes = [
  bind(api.sessions.captcha, issueCaptcha),
  bind(api.sessions.logout, signOut),
  bind(api.sessions.list, listSessions),
  bind(api.sessions.revoke, revokeOwnSessions),
  bind(api.sessions.changePass, changePassword),
  bind(api.sessions.ticket, askTicket),
  bind(api.sessions.redeemTicket, redeemTicket),
  bind(api.push.show, showPush),
  bind(api.push.start, startPush),
  bind(api.push.stop, stopPush),
  bind(api.factors.state, factorState),
  bind(api.factors.totpBegin, beginTotp),
  bind(api.factors.totpConfirm, confirmTotpFactor),
  bind(api.factors.totpRemove, removeTotp),
  bind(api.factors.passkeyBegin, beginPasskey),
  bind(api.factors.passkeyFinish, finishPasskey),
  bind(api.factors.passkeyRemove, removePasskey),
  bind(api.factors.passkeyLoginBegin, beginPasskeySignIn),
  bind(api.emails.code, sendEmailCode),
  bind(api.emails.bind, bindEmail),
  bind(api.emails.findPass, (ctx, input) => recoverAccount(ctx, input, 'reset')),
  bind(api.emails.unlock, (ctx, input) => recoverAccount(ctx, input, 'unlock')),
  bind(api.accounts.freeze, freezeAccount),
  bind(api.accounts.freezeState, freezeState),
]
