import { type ReactNode, useContext, useLayoutEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router'

import { followHistory, pushFromSheets, replaceFromSheets } from './sheet-history.ts'

/** Around the screens of an area: what navigates there knows of the history entries that open sheets have. */
export function SheetRoutes({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const value = useMemo(() => ({ ...context, navigator: aroundSheets(context.navigator) }), [context])
  useLayoutEffect(followHistory, [])
  return <NavigationContext value={value}>{children}</NavigationContext>
}

/** The rest is the router's own. */
function aroundSheets(navigator: Navigator): Navigator {
  const ways: Pick<Navigator, 'push' | 'replace'> = {
    push: (...to) =>
      pushFromSheets(
        () => navigator.push(...to),
        () => navigator.replace(...to),
      ),
    replace: (...to) => replaceFromSheets(() => navigator.replace(...to)),
  }
  return Object.assign(Object.create(navigator) as Navigator, ways)
}
