import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { GiftStanding } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom, useProblems } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Checkbox, NumberInput } from '../form/fields.tsx'
import { moneyText } from '../show/money.tsx'
import { TopUpInstead, useBalance } from '../top-up/top-up-instead.tsx'
import { type BulkDraft, type BulkKind, firstDraft, isGift, isTyped, toggleStanding, workOf } from './bulk-draft.ts'
import { BulkForm } from './bulk-form.tsx'
import css from './bulk.module.css'
import { reasonText } from './reason-text.ts'
import { toSelection } from './to-selection.ts'
import { WhomStep } from './whom-step.tsx'
import { type Selected, useWhomText } from './whom.ts'

type Preview = Static<typeof consoleApi.bulk.preview.output>
type Props = {
  opened: boolean
  kind: BulkKind
  /** Strings, as in an address; the server gets numbers. Null: the first question is whom. */
  selection: Selected | null
  /** What is filled in already. */
  begin?: Partial<BulkDraft>
  onClose: () => void
  onStarted?: () => void
}

/** First asks what to do, then shows the affected users and the cost. The button shows the amount. */
export function BulkSheet({ opened, ...props }: Props) {
  const t = useWords('bulk')
  const base = useWords('base')
  return (
    <EditSheet opened={opened} onClose={props.onClose} title={t('new')} closeLabel={base('close')}>
      <Begun key={props.kind} {...props} />
    </EditSheet>
  )
}

function Begun({ selection, ...props }: Omit<Props, 'opened'>) {
  const [chosen, setChosen] = useState(selection)
  return chosen === null ? <WhomStep onChosen={setChosen} /> : <Steps {...props} selection={chosen} />
}

type StepsProps = Omit<Props, 'opened' | 'selection'> & { selection: Selected }

/** Two calls to the server: preview, then start exactly what was previewed. */
function useBulk({ kind, selection, begin, onClose, onStarted }: StepsProps) {
  const t = useWords('bulk')
  const navigate = useNavigate()
  const isOperator = useSession().scope === 'platform'
  const key = useIntentKey()
  const [draft, setDraft] = useState<BulkDraft>(() => ({ ...firstDraft(kind), ...begin }))
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const queries = useQueryClient()
  const problems = useProblems()
  const isFree = isOperator && draft.isFree
  const askedOf = (now: BulkDraft) => ({
    selection: toSelection(selection),
    work: workOf(now),
    ...(isFree ? { paidBy: 'platform' as const } : {}),
    ...(isGift(now) ? { standings: [...now.standings] } : {}),
  })
  const load = async (now: BulkDraft = draft) => setPreview(await call(consoleApi.bulk.preview, askedOf(now)))
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(problems.refuse(error))
      // The server counted again: show the new result, and ask again.
      if (error instanceof ApiError && error.code === 'bulk.changed') await load()
    } finally {
      setBusy(false)
    }
  }
  const start = ({ people, costFen }: Preview) =>
    run(async () => {
      const typed = isTypedBlock(draft, people) ? { peopleTyped: people } : {}
      const input = { ...askedOf(draft), people, costFen, ...typed }
      const begun = await call(consoleApi.bulk.start, { ...input, key: key.of(input) })
      key.settle()
      showMessage('success', t('started'))
      queries.setQueryData([consoleApi.bulk.show.path, begun.id], begun)
      void queries.invalidateQueries({ queryKey: [consoleApi.bulk.list.path] })
      onStarted?.()
      onClose()
      void navigate(`/bulk/${begun.id}`)
    })
  const change = () => setPreview(null)
  /** Includes or leaves out the running, the paused or the expired, and counts again. */
  const include = (standing: GiftStanding) => {
    const now = { ...draft, standings: toggleStanding(draft, standing) }
    setDraft(now)
    return run(() => load(now))
  }
  return {
    draft,
    setDraft,
    preview,
    busy,
    failure,
    problems,
    isFree,
    isOperator,
    look: () => run(load),
    include,
    start,
    change,
  }
}

function Steps(props: StepsProps) {
  const t = useWords('bulk')
  const whom = useWhomText(props.selection)
  const { draft, preview, busy, failure, isFree, ...bulk } = useBulk(props)
  const balanceFen = useBalance()
  const [typed, setTyped] = useState<number | string>('')
  const problem = failure === null ? null : <Callout tone="bad">{failure}</Callout>
  if (preview === null) {
    return (
      <div className={css.stack}>
        <p className={css.people}>{whom}</p>
        <EditRoom unsaved={isTyped(draft)} isSending={busy} problems={bulk.problems}>
          <BulkForm draft={draft} onChange={bulk.setDraft} canBeFree={bulk.isOperator} />
        </EditRoom>
        {problem}
        <ActionButton fill busy={busy} onClick={() => void bulk.look()}>
          {t('preview')}
        </ActionButton>
      </div>
    )
  }
  const { people: count, costFen } = preview
  const missingFen = isFree || !isGift(draft) || balanceFen === null ? 0 : costFen - balanceFen
  const giving = isFree ? t('freeButton', { count }) : t('giveButton', { count, amount: moneyText(costFen) })
  const doing = t(buttons[draft.kind], { count })
  const isUntyped = isTypedBlock(draft, count) && typed !== count
  return (
    <EditRoom unsaved={isTyped(draft)} isSending={busy}>
      <div className={css.stack}>
        <Outcome preview={preview} draft={draft} busy={busy} onInclude={(one) => void bulk.include(one)} />
        {problem}
        {count > 0 && isTypedBlock(draft, count) ? (
          <NumberInput
            name="peopleTyped"
            label={t('typePeople', { count })}
            value={typed}
            min={1}
            allowDecimal={false}
            hideControls
            onChange={setTyped}
          />
        ) : null}
        {missingFen > 0 ? <TopUpInstead missingFen={missingFen} /> : null}
        {count > 0 && missingFen <= 0 ? (
          <ActionButton
            fill
            busy={busy}
            disabled={isUntyped}
            tone={draft.kind === 'block' ? 'danger' : 'main'}
            onClick={() => void bulk.start(preview)}
          >
            {isGift(draft) ? giving : doing}
          </ActionButton>
        ) : null}
        <ActionButton tone="quiet" fill onClick={bulk.change}>
          {t('change')}
        </ActionButton>
      </div>
    </EditRoom>
  )
}

const buttons = {
  days: 'freeButton',
  traffic: 'freeButton',
  notice: 'noticeButton',
  block: 'blockButton',
  unblock: 'unblockButton',
  tag: 'tagButton',
  untag: 'untagButton',
} as const

/** Whoever blocks many types their number. */
const isTypedBlock = ({ kind }: BulkDraft, people: number) => kind === 'block' && people > staffLimits.blockUntypedMax

type OutcomeProps = {
  preview: Preview
  draft: BulkDraft
  busy: boolean
  onInclude: (standing: GiftStanding) => void
}

function Outcome({ preview, draft, busy, onInclude }: OutcomeProps) {
  const t = useWords('bulk')
  const { people, costFen, skipped, names, standings } = preview
  const left = skipped.reduce((sum, one) => sum + one.people, 0)
  return (
    <div className={css.preview}>
      <p className={css.figure}>
        <span>
          {people === 0 ? t(standings.length > 0 ? 'nobodyChosen' : 'nobody') : t('meets', { count: people })}
        </span>
        {isGift(draft) && people > 0 ? <span>{moneyText(costFen)}</span> : null}
      </p>
      {standings.map(({ standing, people: count, costFen: fen, included }) => (
        <Checkbox
          key={standing}
          name="standings"
          label={t(standing, { count, amount: moneyText(fen) })}
          {...(standing === 'expired' && draft.kind === 'days' ? { description: t('expiredText') } : {})}
          checked={included}
          disabled={busy}
          onChange={() => onInclude(standing)}
        />
      ))}
      {names.length > 0 ? <p className={css.soft}>{t('such', { names: names.join('、') })}</p> : null}
      {left > 0 ? (
        <>
          <p className={css.soft}>{t('leavesOut', { count: left })}</p>
          <ul className={css.reasons}>
            {skipped.map((one) => (
              <li key={one.reason}>
                <span>{reasonText(one.reason, t)}</span>
                <span>{one.people}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {isGift(draft) && people > 0 ? <p className={css.soft}>{t('costNote')}</p> : null}
    </div>
  )
}
