import { consoleApi } from '../../../../contract/console/api.ts'
import { hasMail } from '../../../config.ts'
import { bind } from '../../../platform/http/bind.ts'
import { resetStaffPassword } from './reset-password.ts'
import { sendResetCode } from './send-code.ts'

const { recover } = consoleApi

export const recoverRoutes = [
  bind(recover.show, async ({ config }) => ({ mail: hasMail(config), operatorContact: config.operatorContact })),
  bind(recover.sendCode, sendResetCode),
  bind(recover.reset, resetStaffPassword),
]
