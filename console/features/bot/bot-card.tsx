import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownBot } from '../../../contract/console/telegram.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { Field } from '../form/plain-fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import css from '../show/row-card.module.css'
import { Section } from '../show/section.tsx'
import own from './bot.module.css'

const KEY = ['telegram', 'bot'] as const

/** The team's bot: whose name the messages carry, and how it fares. */
export function BotCard({ canChange }: { canChange: boolean }) {
  const t = useWords('connections')
  const base = useWords('base')
  const query = useQuery({ queryKey: KEY, queryFn: () => call(consoleApi.telegramBot.show, {}) })
  return (
    <Section title={t('bot')} text={t('botText')}>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={1} height={96} />} bonesClass={css.stack}>
        {(bot) => <Bot bot={bot} canChange={canChange} />}
      </Loaded>
    </Section>
  )
}

function Bot({ bot, canChange }: { bot: ShownBot; canChange: boolean }) {
  const t = useWords('connections')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const save = (next: ShownBot) => {
    queries.setQueryData(KEY, next)
    void queries.invalidateQueries({ queryKey: ['telegram', 'own'] })
  }
  if (bot.name === null) {
    return (
      <div className={css.stack}>
        {bot.platformName === null ? null : <p className={css.text}>{t('botPlatform', { name: bot.platformName })}</p>}
        {canChange ? <TokenForm onSaved={save} /> : null}
      </div>
    )
  }
  return (
    <div className={css.stack}>
      <p className={css.name}>@{bot.name}</p>
      {bot.failingSince === null ? null : (
        <Callout tone="bad">
          {t('botFails', { since: recordText(bot.failingSince), problem: bot.problem ?? '' })}
        </Callout>
      )}
      <Figures bot={bot} />
      <GivenUp last={bot.last} />
      {canChange && replacing ? (
        <TokenForm
          onSaved={(next) => {
            setReplacing(false)
            save(next)
          }}
        />
      ) : null}
      {canChange ? (
        <div className={css.presses}>
          {replacing ? null : (
            <ActionButton tone="quiet" onClick={() => setReplacing(true)}>
              {t('botReplace')}
            </ActionButton>
          )}
          <ActionButton tone="dangerQuiet" onClick={() => setAsking(true)}>
            {t('botRemove')}
          </ActionButton>
        </div>
      ) : null}
      <ConfirmSheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('botRemoveAsk')}
        button={t('botRemove')}
        tone="danger"
        act={async () => {
          save(await call(consoleApi.telegramBot.remove, {}))
          showMessage('success', t('botRemoved'))
        }}
      >
        <p>{t('botRemoveText', { count: bot.users + bot.members })}</p>
      </ConfirmSheet>
    </div>
  )
}

function Figures({ bot }: { bot: ShownBot }) {
  const t = useWords('connections')
  const figures: [string, string | number][] = [
    [t('botUsers'), bot.users],
    [t('botMembers'), bot.members],
    [t('botWaiting'), bot.waiting],
    [t('botSent'), bot.sent],
    [t('botGivenUp'), bot.givenUp],
    ...(bot.doubtful > 0 ? [[t('botDoubtful'), bot.doubtful] as [string, number]] : []),
    [t('botUpdates'), t(bot.updates === 'webhook' ? 'botWebhook' : 'botPolling')],
  ]
  return (
    <dl className={own.figures}>
      {figures.map(([name, figure]) => (
        <div key={name} className={own.figure}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was not sent, in Telegram's own words. */
function GivenUp({ last }: { last: ShownBot['last'] }) {
  const t = useWords('connections')
  if (last.length === 0) return null
  return (
    <div>
      <p className={css.detail}>{t('botLast')}</p>
      <ul>
        {last.map(({ kind, at, problem }) => (
          <li key={`${at} ${kind}`} className={css.detail}>
            {recordText(at)} · {problem}
          </li>
        ))}
      </ul>
    </div>
  )
}

function TokenForm({ onSaved }: { onSaved: (bot: ShownBot) => void }) {
  const t = useWords('connections')
  const form = useSubmit<'token'>({
    rules: { token: { label: t('botToken'), required: true } },
    refusals: { 'telegram.refused': 'token', 'telegram.taken': 'token' },
    send: async ({ token }) => {
      onSaved(await call(consoleApi.telegramBot.set, { token: token.trim() }))
      showMessage('success', t('botSaved'))
    },
  })
  return (
    <EditForm form={form}>
      <Field
        name="token"
        label={t('botToken')}
        hint={t('botTokenHint')}
        autoComplete="off"
        error={form.problems.token}
      />
      <ActionButton type="submit" tone="quiet" busy={form.busy}>
        {t('botSet')}
      </ActionButton>
    </EditForm>
  )
}
