import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'

export type AgentCard = Static<typeof api.resellers.info.output>
