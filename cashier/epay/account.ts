import { randomBytes } from 'node:crypto'

import { digits } from '../digits.ts'

export type EpayAccount = { pid: string; epayKey: string }

export const makeEpayAccount = (): EpayAccount => ({ pid: `1${digits(5)}`, epayKey: randomBytes(16).toString('hex') })
