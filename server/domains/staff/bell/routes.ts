import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { countRings, hearKind, listRings, readRings } from './calls.ts'

const { bell } = consoleApi

export const bellRoutes = [
  bind(bell.count, countRings),
  bind(bell.list, listRings),
  bind(bell.read, readRings),
  bind(bell.hear, hearKind),
]
