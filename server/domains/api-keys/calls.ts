import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { makeKey, revokeKey, rotateKey } from './change-keys.ts'
import { findKeys } from './find-keys.ts'

const { keys } = consoleApi

export const keyRoutes = [
  bind(keys.list, findKeys),
  bind(keys.make, makeKey),
  bind(keys.rotate, rotateKey),
  bind(keys.revoke, revokeKey),
]
