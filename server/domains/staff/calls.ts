import { consoleApi } from '../../../contract/console/api.ts'
import { hasMail } from '../../config.ts'
import { bind } from '../../platform/http/bind.ts'
import { bellRoutes } from './bell/calls.ts'
import { factorState } from './factors/factor-state.ts'
import { beginStaffPasskey, finishStaffPasskey, removeStaffPasskey } from './factors/own-passkeys.ts'
import { changeStaffPassword } from './factors/own-password.ts'
import { beginStaffTotp, confirmStaffTotp, removeStaffTotp } from './factors/own-totp.ts'
import { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
import { beginStaffPasskeySignIn, signInWithPasskey } from './factors/sign-in-with-passkey.ts'
import { beginStepUp, stepUp } from './factors/step-up.ts'
import { acceptInvitation, sendJoinCode, showInvitation } from './invitations/join.ts'
import { resetStaffPassword } from './recover/reset-password.ts'
import { sendResetCode } from './recover/send-code.ts'
import { showSession } from './show-session.ts'
import { signInStaff } from './sign-in.ts'
import { signOutStaff } from './sign-out.ts'
import { teamRoutes } from './team/calls.ts'

const { recover } = consoleApi

export const staffRoutes = [
  bind(consoleApi.session.show, showSession),
  bind(consoleApi.session.signIn, signInStaff),
  bind(consoleApi.session.signOut, signOutStaff),
  bind(consoleApi.factors.state, factorState),
  bind(consoleApi.factors.totpBegin, beginStaffTotp),
  bind(consoleApi.factors.totpConfirm, confirmStaffTotp),
  bind(consoleApi.factors.totpRemove, removeStaffTotp),
  bind(consoleApi.factors.passkeyBegin, beginStaffPasskey),
  bind(consoleApi.factors.passkeyFinish, finishStaffPasskey),
  bind(consoleApi.factors.passkeyRemove, removeStaffPasskey),
  bind(consoleApi.factors.recoveryRenew, renewRecoveryCodes),
  bind(consoleApi.factors.changePassword, changeStaffPassword),
  bind(consoleApi.factors.signInBegin, beginStaffPasskeySignIn),
  bind(consoleApi.factors.signIn, signInWithPasskey),
  bind(consoleApi.factors.stepUpBegin, beginStepUp),
  bind(consoleApi.factors.stepUp, stepUp),
  bind(consoleApi.join.show, showInvitation),
  bind(consoleApi.join.sendCode, sendJoinCode),
  bind(consoleApi.join.accept, acceptInvitation),
  ...teamRoutes,
  ...bellRoutes,
  bind(recover.show, async ({ config }) => ({ mail: hasMail(config), operatorContact: config.operatorContact })),
  bind(recover.sendCode, sendResetCode),
  bind(recover.reset, resetStaffPassword),
]
