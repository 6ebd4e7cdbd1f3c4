import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'

export type UserChoices = Static<typeof consoleApi.users.choices.output>
const NONE: UserChoices = { packages: [], nodes: [], tags: [] }
export const userChoicesKey = [consoleApi.users.choices.path]

/** What users can be told apart by: empty until it is there. */
export const useUserChoices = (): UserChoices =>
  useQuery({ queryKey: userChoicesKey, queryFn: () => call(consoleApi.users.choices, {}) }).data ?? NONE
