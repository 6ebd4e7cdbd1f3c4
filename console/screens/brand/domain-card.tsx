import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BrandDomain } from '../../../contract/console/brand.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './brand.module.css'

type Pointing = { to: string; certificates: 'auto' | 'hand' }
type Props = { domains: readonly BrandDomain[]; pointing: Pointing; reload: () => void }

/** The reseller's own domains: the DNS records to add, and whether they are found. */
export function DomainCard({ domains, pointing, reload }: Props) {
  const t = useWords('brand')
  const [leaving, setLeaving] = useState<string | null>(null)
  return (
    <Section title={t('domainTitle')} text={t('domainText')}>
      {domains.map((domain) => (
        <Domain
          key={domain.host}
          domain={domain}
          pointing={pointing}
          reload={reload}
          onRemove={() => setLeaving(domain.host)}
        />
      ))}
      <AddDomain reload={reload} />
      <p className={css.hint}>{t(`certificate_${pointing.certificates}`)}</p>
      <ConfirmSheet
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('removeTitle', { host: leaving ?? '' })}
        button={t('remove')}
        tone="danger"
        act={async () => {
          await call(consoleApi.brand.removeDomain, { host: leaving! })
          reload()
        }}
      >
        <p>{t('removeText')}</p>
      </ConfirmSheet>
    </Section>
  )
}

type DomainProps = Pick<Props, 'pointing' | 'reload'> & { domain: BrandDomain; onRemove: () => void }

function Domain({ domain, pointing, reload, onRemove }: DomainProps) {
  const t = useWords('brand')
  const { host, isMain, verifiedAt, record } = domain
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  async function run(act: () => Promise<string | null>): Promise<void> {
    setBusy(true)
    try {
      setSaid(await act())
      reload()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const [seen, setSeen] = useState<Seen | null>(null)
  const check = async () => {
    const found = await call(consoleApi.brand.checkDomain, { host })
    setSeen(found)
    return t(`found_${found.found}`)
  }
  const makeMain = async () => {
    await call(consoleApi.brand.makeMain, { host })
    return null
  }
  return (
    <div className={css.domain}>
      <div className={css.domainHead}>
        <strong className={css.host}>{host}</strong>
        <StateWord tone={verifiedAt ? 'good' : 'warn'}>
          {t(isMain ? 'isMain' : verifiedAt ? 'isLive' : 'waitsDns')}
        </StateWord>
        <span className={css.domainActions}>
          <button type="button" className={css.quiet} onClick={onRemove}>
            {t('remove')}
          </button>
          <ActionButton tone="quiet" busy={busy} onClick={() => void run(check)}>
            {t('checkNow')}
          </ActionButton>
          {verifiedAt && !isMain ? (
            <ActionButton tone="quiet" busy={busy} onClick={() => void run(makeMain)}>
              {t('makeMain')}
            </ActionButton>
          ) : null}
        </span>
      </div>
      <Ticks isProved={verifiedAt !== null} seen={seen} to={pointing.to} />
      {verifiedAt !== null && seen?.points !== false ? null : (
        <>
          <dl className={css.record}>
            {verifiedAt ? null : <RecordRow name={t('recordName')} value={record.name} />}
            {verifiedAt ? null : <RecordRow name="TXT" value={record.value} />}
            <RecordRow name="CNAME" value={pointing.to} />
          </dl>
          <p className={css.hint}>{t('pointHint', { host, to: pointing.to })}</p>
        </>
      )}
      {said === null ? null : (
        <p className={css.said} role="status">
          {said}
        </p>
      )}
    </div>
  )
}

type Seen = Pick<Static<typeof consoleApi.brand.checkDomain.output>, 'points' | 'hasHttps'>

/** The three things that a domain needs, in their order. */
function Ticks({ isProved, seen, to }: { isProved: boolean; seen: Seen | null; to: string }) {
  const t = useWords('brand')
  const ticks = [
    { text: t('tickTxt'), isDone: isProved },
    { text: t('tickPoint', { to }), isDone: seen?.points ?? null },
    { text: t('tickHttps'), isDone: seen?.hasHttps ?? null },
  ]
  return (
    <ol className={css.ticks}>
      {ticks.map(({ text, isDone }) => (
        <li key={text} className={css.tick}>
          <span>{text}</span>
          <StateWord tone={isDone === null ? 'off' : isDone ? 'good' : 'warn'}>
            {t(isDone === null ? 'tickUnseen' : isDone ? 'tickDone' : 'tickMissing')}
          </StateWord>
        </li>
      ))}
    </ol>
  )
}

function RecordRow({ name, value }: { name: string; value: string }) {
  const t = useWords('brand')
  return (
    <div className={css.code}>
      <dt className={css.recordName}>{name}</dt>
      <dd className={css.grow}>{value}</dd>
      <dd>
        <CopyButton text={value} label={t('copyRecord', { name })} />
      </dd>
    </div>
  )
}

function AddDomain({ reload }: { reload: () => void }) {
  const t = useWords('brand')
  const [host, setHost] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add(): Promise<void> {
    setBusy(true)
    setWrong(null)
    try {
      await call(consoleApi.brand.addDomain, { host })
      setHost('')
      reload()
    } catch (error) {
      setWrong(error instanceof ApiError && 'host' in error.fields ? t('wrongHost') : failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <EditRoom unsaved={host !== ''}>
      <form
        className={css.add}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextInput
          name="host"
          label={t('addHost')}
          placeholder="line.example.com"
          autoComplete="off"
          autoCapitalize="none"
          inputMode="url"
          className={css.grow}
          value={host}
          error={wrong}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <ActionButton type="submit" tone="quiet" icon="plus" busy={busy} disabled={host.trim() === ''}>
          {t('add')}
        </ActionButton>
      </form>
    </EditRoom>
  )
}
