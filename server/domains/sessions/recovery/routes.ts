import { api } from '../../../../contract/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { bindEmail } from './bind-email.ts'
import { recoverAccount } from './recover-account.ts'
import { sendEmailCode } from './send-email-code.ts'

export const recoveryRoutes = [
  bind(api.emails.code, sendEmailCode),
  bind(api.emails.bind, bindEmail),
  bind(api.emails.findPass, (ctx, input) => recoverAccount(ctx, input, 'reset')),
  bind(api.emails.unlock, (ctx, input) => recoverAccount(ctx, input, 'unlock')),
]
