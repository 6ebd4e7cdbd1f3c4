import { useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'

const { show, entries, statement, payouts, payoutTerms } = consoleApi.money
const moved = [show, entries, statement, payouts, payoutTerms]

/** Money has moved: whatever of it is in view is asked for again. */
export function useMoneyMoved(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of moved) void client.invalidateQueries({ queryKey: [path] })
  }
}
