import { lazy, Suspense } from 'react'

import { useAsked } from '../session/asking.ts'
import { screen } from './screen-loader.ts'

const SignInOver = lazy(screen(() => import('../features/sign-in/sign-in-over.tsx'), 'signin'))
const StepUp = lazy(screen(() => import('../features/sign-in/step-up.tsx'), 'signin'))

/** Asks what a refused call needs before it is sent again. The screen below stays unchanged. */
export function OverScreen() {
  const asked = useAsked((state) => state.asked)
  if (!asked) return null
  return <Suspense>{asked.question === 'sign-in' ? <SignInOver /> : <StepUp />}</Suspense>
}
