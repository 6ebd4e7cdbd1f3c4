import { type ReactNode, useContext, useLayoutEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router'

import { followHistory, pushFromSheets, replaceFromSheets } from './sheet-history.ts'

/** Wraps the screens of an area: navigation there takes the history entries of open sheets into account. */
export function SheetRoutes({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const value = useMemo(() => ({ ...context, navigator: aroundSheets(context.navigator) }), [context])
  useLayoutEffect(followHistory, [])
  return <NavigationContext value={value}>{children}</NavigationContext>
}

/** Keeps the router's other functions. */
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
