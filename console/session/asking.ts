import { create } from 'zustand'

/** What the console asks for over a screen before it goes on with a call that was refused. */
export type Question = 'sign-in' | 'step-up'

type Asked = { question: Question; answer: Promise<boolean>; settle: (isDone: boolean) => void }

export const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }))

/**
 * Puts the question up, once for however many calls wait for it. True once it was answered, false when it was put away.
 * A session that ends while a step-up is open needs signing in first: that question takes its place.
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
