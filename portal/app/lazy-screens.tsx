import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

import { Spinner } from '../../ui/components/spinner.tsx'
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { useWords } from '../words/language.ts'
import type { Loader } from '../words/screen-loader.ts'

type Fill = 'page' | 'content'

/** A listed path without a screen shows "not found", inside its usual frame. */
export function show(Screen: ComponentType | undefined, fill: Fill): ReactNode {
  if (!Screen) return <NotFoundScreen fill={fill} />
  return (
    <Waiting fill={fill}>
      <Screen />
    </Waiting>
  )
}

export function Waiting({ children, fill = 'page' }: { children: ReactNode; fill?: Fill }) {
  const t = useWords('base')
  return <Suspense fallback={<Spinner label={t('loading')} fill={fill} />}>{children}</Suspense>
}

export function lazyOf<P extends string>(loaders: Partial<Record<P, Loader>>): ReadonlyMap<P, ComponentType> {
  const entries = Object.entries(loaders) as [P, Loader][]
  return new Map<P, ComponentType>(entries.map(([path, load]) => [path, lazy(load)]))
}
