import { api } from '../../../../contract/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { freezeAccount } from './freeze-account.ts'
import { freezeState } from './freeze-state.ts'

export const freezeRoutes = [bind(api.accounts.freeze, freezeAccount), bind(api.accounts.freezeState, freezeState)]
