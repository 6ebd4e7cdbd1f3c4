import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { factorState } from './factor-state.ts'
import { beginStaffPasskey, finishStaffPasskey, removeStaffPasskey } from './own-passkeys.ts'
import { changeStaffPassword } from './own-password.ts'
import { beginStaffTotp, confirmStaffTotp, removeStaffTotp } from './own-totp.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { beginStaffPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts'
import { beginStepUp, stepUp } from './step-up.ts'

export const staffFactorRoutes = [
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
]
