import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { bills } from '../../../../contract/console/bills.ts'
import { call } from '../../../session/call.ts'

type Calls = typeof bills
type CallOf<K extends keyof Calls> = (input: Static<Calls[K]['input']>) => Promise<Static<Calls[K]['output']>>
export type ReadBill = CallOf<'read'>
export type NoteRow = CallOf<'note'>
export type AskRow = CallOf<'ask'>

const own = consoleApi.bills
const platform = consoleApi.platformBills

/** The same calls, for own merchants and for the platform's. */
export const billCalls = {
  own: {
    path: own.list.path,
    list: () => call(own.list, {}),
    read: ((input) => call(own.read, input)) satisfies ReadBill,
    ask: ((input) => call(own.ask, input)) satisfies AskRow,
    note: ((input) => call(own.note, input)) satisfies NoteRow,
  },
  platform: {
    path: platform.list.path,
    list: () => call(platform.list, {}),
    read: ((input) => call(platform.read, input)) satisfies ReadBill,
    ask: ((input) => call(platform.ask, input)) satisfies AskRow,
    note: ((input) => call(platform.note, input)) satisfies NoteRow,
  },
}
