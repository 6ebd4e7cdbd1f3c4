import { useLocation, useNavigate } from 'react-router'

import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'

type Missing = { missingFen: number; from: string }
type Way = { label: 'toTopUp' | 'toCards'; go: (missingFen: number) => void }

/** Leads from a price that the balance cannot pay to a top-up of what is missing. Null: there is no such screen. */
export function useTopUpWay(): Way | null {
  const sellsOnline = useSellsOnline()
  const hasScreen = useHasScreen()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const way = userPath(sellsOnline ? 'userPay' : 'kmList')
  if (sellsOnline === null || !hasScreen(way)) return null
  const go = (missingFen: number) => void navigate(way, { state: { missingFen, from: pathname } satisfies Missing })
  return { label: sellsOnline ? 'toTopUp' : 'toCards', go }
}

/** What brought the user to the top-up, and the way back. */
export function useTopUpWish(): Missing | null {
  const state = useLocation().state as Partial<Missing> | null
  const { missingFen, from } = state ?? {}
  return typeof missingFen === 'number' && typeof from === 'string' ? { missingFen, from } : null
}
