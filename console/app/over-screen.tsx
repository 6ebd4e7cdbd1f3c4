import { lazy, Suspense } from 'react'

import { useAsked } from '../session/asking.ts'
import { screen } from './screen-loader.ts'

const SignInOver = lazy(screen(() => import('../features/sign-in/sign-in-over.tsx'), 'signin'))
const StepUp = lazy(screen(() => import('../features/sign-in/step-up.tsx'), 'signin'))

/** What has to be answered before a refused call goes out again. The screen below stays as it is. */
export function OverScreen() {
  const asked = useAsked((state) => state.asked)
  if (!asked) return null
  return <Suspense>{asked.question === 'sign-in' ? <SignInOver /> : <StepUp />}</Suspense>
}
