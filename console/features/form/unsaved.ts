import { useLayoutEffect } from 'react'
import { create } from 'zustand'

/** Something typed that would be lost. */
export type Guard = {
  /** Its sheet closes by "back" already; a form of the page gets a history entry of its own. */
  isInSheet: boolean
  /** Another question than the usual one. */
  say?: LeaveWords | undefined
}
export type LeaveWords = { title: string; text: string; go: string; stay: string }
type Question = { guards: readonly Guard[]; go: () => void }

export const useGuards = create<{ guards: readonly Guard[]; asked: Question | null }>()(() => ({
  guards: [],
  asked: null,
}))

/** Guards what is typed while `isUnsaved`: leaving asks first, whichever way somebody leaves. */
export function useGuard(isUnsaved: boolean, isInSheet: boolean, say?: LeaveWords): void {
  const { title, text, go, stay: stayWord } = say ?? {}
  useLayoutEffect(() => {
    if (!isUnsaved) return
    const isOwn = title !== undefined && text !== undefined && go !== undefined && stayWord !== undefined
    const guard = { isInSheet, say: isOwn ? { title, text, go, stay: stayWord } : undefined }
    useGuards.setState(({ guards }) => ({ guards: [...guards, guard] }))
    return () => release([guard])
    // The words one by one: a new object on each render is not a new guard.
  }, [isUnsaved, isInSheet, title, text, go, stayWord])
}

/** Goes on at once when nothing is lost; else when the member says so. A question that is open already stays. */
export function askFirst(go: () => void, isMeant: (guard: Guard) => boolean = () => true): void {
  const { guards, asked } = useGuards.getState()
  const meant = guards.filter(isMeant)
  if (meant.length === 0) go()
  else if (asked === null) useGuards.setState({ asked: { guards: meant, go } })
}

/** The member stays. */
export function stay(): void {
  useGuards.setState({ asked: null })
}

/** The member leaves: what was typed is not guarded any more. */
export function leave(): void {
  const { asked } = useGuards.getState()
  if (asked === null) return
  stay()
  release(asked.guards)
  asked.go()
}

function release(gone: readonly Guard[]): void {
  useGuards.setState(({ guards }) => ({ guards: guards.filter((guard) => !gone.includes(guard)) }))
}
