import { api } from '../../../../contract/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { confirmTotpFactor } from './confirm-totp.ts'
import { factorState } from './factor-state.ts'
import { finishPasskey } from './finish-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'

export const factorRoutes = [
  bind(api.factors.state, factorState),
  bind(api.factors.totpBegin, beginTotp),
  bind(api.factors.totpConfirm, confirmTotpFactor),
  bind(api.factors.totpRemove, removeTotp),
  bind(api.factors.passkeyBegin, beginPasskey),
  bind(api.factors.passkeyFinish, finishPasskey),
  bind(api.factors.passkeyRemove, removePasskey),
  bind(api.factors.passkeyLoginBegin, beginPasskeySignIn),
]
