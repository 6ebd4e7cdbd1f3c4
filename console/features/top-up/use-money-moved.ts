import { useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'

const { show, entries, statement, payouts, payoutTerms } = consoleApi.money
const moved = [show, entries, statement, payouts, payoutTerms]

/** Reloads everything about money, after money has moved. */
export function useMoneyMoved(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of moved) void client.invalidateQueries({ queryKey: [path] })
  }
}
