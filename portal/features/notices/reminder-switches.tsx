import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { reminderKinds, type ReminderKind } from '../../../contract/events.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { DeviceSwitch } from './device-switch.tsx'
import css from './notices-sheet.module.css'
import { TelegramPart } from './telegram-part.tsx'

const KEY = ['reminders'] as const

/** One switch per kind, for the bell, mail and this device together; one for this device; and the chat in Telegram. */
export default function ReminderSwitches() {
  const t = useWords('reminders')
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(api.notices.reminders, {}) })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (input: { kind: ReminderKind; on: boolean }) => call(api.notices.remind, input),
    onSuccess: (switches) => queries.setQueryData(KEY, switches),
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <section>
      <p className="soft">{t('remindersText')}</p>
      <Loaded query={query} failed={t('remindersFailed')} bones={<Skeleton height={200} radius="md" />}>
        {(switches) => (
          <ul>
            {reminderKinds.map((kind) => (
              <li key={kind} className={css.remind}>
                <Switch
                  size="md"
                  labelPosition="left"
                  label={t(`remind_${kind}`)}
                  checked={isPending && variables.kind === kind ? variables.on : switches[kind]}
                  onChange={(event) => mutate({ kind, on: event.currentTarget.checked })}
                />
              </li>
            ))}
            <DeviceSwitch />
          </ul>
        )}
      </Loaded>
      <TelegramPart />
    </section>
  )
}
