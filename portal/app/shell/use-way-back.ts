import { useLocation, useNavigate } from 'react-router'

import { hasPageBefore } from '../../../ui/components/sheet-history.ts'
import { USER_ROOT } from '../../paths.ts'
import { bottomEntries, placeOf } from '../nav.ts'

/** To the page before; for who came from outside, to the place this page belongs to. None where it is a place itself. */
export function useWayBack(onMine: () => void): (() => void) | null {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { place, isPlace } = placeOf(pathname)
  if (isPlace) return null
  return () => {
    if (hasPageBefore()) return void navigate(-1)
    const parent = bottomEntries.find((entry) => entry.place === place)
    void navigate(parent?.path ?? USER_ROOT, { replace: true })
    if (place === 'mine') onMine()
  }
}
