import { Select, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { summaryHours } from '../../../contract/console/choices.ts'
import type { Summary } from '../../../contract/console/summary.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './account.module.css'

const KEY = [consoleApi.summary.show.path]
const HOURS = Array.from({ length: summaryHours.last - summaryHours.first + 1 }, (_, at) => {
  const hour = String(summaryHours.first + at)
  return { value: hour, label: `${hour}:00` }
})

/** The figures of the day in the evening, for whoever may open the overview. */
export function SummaryCard() {
  const t = useWords('account')
  const base = useWords('base')
  const may = useMay()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(consoleApi.summary.show, {}) })
  if (!may('overview.read')) return null
  return (
    <Section title={t('summary')} text={t(may('money.read') ? 'summaryText' : 'summaryTextWithout')}>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={1} height={56} />} bonesClass={css.stack}>
        {(state) => <Ways state={state} />}
      </Loaded>
    </Section>
  )
}

function Ways({ state }: { state: Summary }) {
  const t = useWords('account')
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ hour, byMail, byChat }: Summary) => call(consoleApi.summary.set, { hour, byMail, byChat }),
    onSuccess: (next) => queries.setQueryData(KEY, next),
    onError: (error) => showMessage('error', failureText(error)),
  })
  const shown = change.isPending ? change.variables : state
  const set = (wish: Partial<Summary>) => change.mutate({ ...shown, ...wish })
  const { hour, byMail, byChat, canMail, canChat } = shown
  return (
    <div className={css.stack}>
      <Switch
        className={css.kind!}
        size="md"
        labelPosition="left"
        label={t('summaryMail')}
        {...(canMail ? {} : { description: t('summaryNoMail') })}
        disabled={!canMail && !byMail}
        checked={byMail}
        onChange={(event) => set({ byMail: event.currentTarget.checked })}
      />
      <Switch
        className={css.kind!}
        size="md"
        labelPosition="left"
        label={t('summaryChat')}
        {...(canChat ? {} : { description: t('summaryNoChat') })}
        disabled={!canChat && !byChat}
        checked={byChat}
        onChange={(event) => set({ byChat: event.currentTarget.checked })}
      />
      {byMail || byChat ? (
        <Select
          label={t('summaryHour')}
          data={HOURS}
          value={String(hour)}
          allowDeselect={false}
          onChange={(next) => set({ hour: Number(next) })}
        />
      ) : null}
    </div>
  )
}
