import { createContext, type ReactNode, useContext, useState } from 'react'

import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { problemsOf } from './problems-of.ts'
import { type LeaveWords, useGuard } from './unsaved.ts'

/** What a form tells its fields. */
type Room = {
  isInSheet: boolean
  /** The form guards itself as a whole, so its fields need not. */
  isWhole: boolean
  /** The form is being sent or closed: nothing is lost by leaving it. */
  isSending: boolean
  /** Names of wrong fields with the rule each broke. */
  problems: Readonly<Record<string, string>>
  /** Names of the mounted fields, in the order of the form. */
  names: Set<string>
  settle: (name: string) => void
}

const EMPTY: Room = {
  isInSheet: false,
  isWhole: false,
  isSending: false,
  problems: {},
  names: new Set(),
  settle: () => {},
}
const Rooms = createContext(EMPTY)

export const useRoom = () => useContext(Rooms)

/** Shows a refusal at the fields that it names. */
export function useProblems() {
  const t = useWords('base')
  const [names] = useState(() => new Set<string>())
  const [problems, setProblems] = useState<Room['problems']>({})
  return {
    names,
    problems,
    settle: (name: string) => {
      if (name in problems) setProblems(Object.fromEntries(Object.entries(problems).filter(([one]) => one !== name)))
    },
    /** Text above the button; the fields have their own. */
    refuse(error: unknown): string {
      const found = error instanceof ApiError ? problemsOf(error.fields, names) : {}
      setProblems(found)
      if (Object.keys(found).length > 0) return t('checkMarked')
      const unknown = error instanceof ApiError ? Object.keys(error.fields).join(', ') : ''
      return unknown === '' ? failureText(error) : `${failureText(error)} (${unknown})`
    },
    clear: () => setProblems({}),
  }
}

type Props = {
  children: ReactNode
  isSending?: boolean
  isInSheet?: boolean
  /** Given: guards the whole form, such as a draft of which only a part is shown. */
  unsaved?: boolean
  say?: LeaveWords
  problems?: ReturnType<typeof useProblems>
}

/** A form. Its fields guard what is typed in them, and show what the server says about them. */
export function EditRoom({ children, isSending = false, isInSheet = false, unsaved, say, problems }: Props) {
  const outer = useRoom()
  const room: Room = {
    isInSheet: isInSheet || outer.isInSheet,
    isWhole: unsaved !== undefined || outer.isWhole,
    isSending: isSending || outer.isSending,
    problems: problems?.problems ?? outer.problems,
    names: problems?.names ?? outer.names,
    settle: problems?.settle ?? outer.settle,
  }
  useGuard(unsaved === true && !room.isSending, room.isInSheet, say)
  return <Rooms value={room}>{children}</Rooms>
}
