import { create } from 'zustand'

/** What the console asks for over a screen before it repeats a refused call. */
export type Question = 'sign-in' | 'step-up'

type OpenQuestion = { question: Question; answer: Promise<boolean>; settle: (isDone: boolean) => void }

export const useAsked = create<{ asked: OpenQuestion | null }>()(() => ({ asked: null }))

/**
 * Shows the question once, however many calls wait for it. Resolves to true when it was answered, false when it was
 * dismissed. If the session ends while a step-up is open, the question becomes signing in.
 */
export function ask(question: Question): Promise<boolean> {
  const open = useAsked.getState().asked
  if (open?.question === question) return open.answer
  open?.settle(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isDone: boolean) => {
    if (useAsked.getState().asked?.answer === promise) useAsked.setState({ asked: null })
    resolve(isDone)
  }
  useAsked.setState({ asked: { question, answer: promise, settle } })
  return promise
}
