import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { BillMerchant, BillRow } from '../../../../contract/console/bills.ts'
import { EmptyPart } from '../../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { StateWord } from '../../../../ui/components/state-word.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { Section } from '../../../features/show/section.tsx'
import { TextButton } from '../../../features/show/text-button.tsx'
import { When } from '../../../features/show/when.tsx'
import { ConfirmSheet } from '../../../features/stuck/confirm-payment-sheet.tsx'
import { useWords } from '../../../words/language.ts'
import { billCalls } from './bill-calls.ts'
import { BillLine } from './bill-line.tsx'
import css from './bills.module.css'
import { NoteSheet } from './note-sheet.tsx'
import { confirmable, startOf } from './to-confirm.ts'
import { UploadSheet } from './upload-sheet.tsx'

type Doing = { what: 'upload'; merchant: BillMerchant } | { what: 'note' | 'confirm' | 'credit'; row: BillRow }

/** What the providers' bills and we disagree about, and up to which day each account was compared. */
export function BillsPart({ isPlatform }: { isPlatform: boolean }) {
  const t = useWords('bills')
  const { path, list, read, ask, note } = billCalls[isPlatform ? 'platform' : 'own']
  const query = useQuery({ queryKey: [path], queryFn: list })
  const [doing, setDoing] = useState<Doing | null>(null)
  const stuck = useWords('stuck')
  const close = () => setDoing(null)
  const again = () => void query.refetch()
  const money = (state: 'asked' | 'done') => {
    showMessage('success', stuck(state === 'done' ? 'confirmed' : 'askedSecond'))
    again()
  }
  return (
    <Loaded query={query} failed={t('loadFailed')} card={t('title')} bones={<Bones count={4} height={72} />}>
      {({ merchants, rows }) => (
        <div className={css.page}>
          <Differences rows={rows} hasBill={merchants.some(({ lastDay }) => lastDay !== null)}>
            {(row) => (
              <BillLine
                key={row.rowId}
                row={row}
                isPlatform={isPlatform}
                ask={ask}
                onDone={again}
                onDeed={(what) => setDoing({ what, row })}
              />
            )}
          </Differences>
          <Accounts merchants={merchants} onUpload={(merchant) => setDoing({ what: 'upload', merchant })} />
          {doing?.what === 'upload' ? (
            <UploadSheet merchant={doing.merchant} read={read} onClose={close} onDone={again} />
          ) : null}
          {doing?.what === 'note' ? <NoteSheet row={doing.row} note={note} onClose={close} onDone={again} /> : null}
          {doing?.what === 'confirm' || doing?.what === 'credit' ? (
            <ConfirmSheet
              row={doing.what === 'confirm' ? confirmable(doing.row) : null}
              merchants={merchants}
              start={startOf(doing.row)}
              isPlatform={isPlatform}
              onClose={close}
              onDone={money}
            />
          ) : null}
        </div>
      )}
    </Loaded>
  )
}

type DifferencesProps = { rows: BillRow[]; hasBill: boolean; children: (row: BillRow) => ReactNode }

function Differences({ rows, hasBill, children }: DifferencesProps) {
  const t = useWords('bills')
  if (rows.length === 0)
    return (
      <EmptyPart topic="money" title={t(hasBill ? 'agrees' : 'none')} text={t(hasBill ? 'agreesText' : 'noneText')} />
    )
  return (
    <Section title={t('differences', { count: rows.length })} text={t('differencesText')}>
      <ul>{rows.map(children)}</ul>
    </Section>
  )
}

type AccountsProps = { merchants: BillMerchant[]; onUpload: (merchant: BillMerchant) => void }

function Accounts({ merchants, onUpload }: AccountsProps) {
  const t = useWords('bills')
  return (
    <Section title={t('accounts')} text={t('accountsText')}>
      {merchants.length === 0 ? <p className={css.faint}>{t('noAccounts')}</p> : null}
      <ul>
        {merchants.map((merchant) => (
          <li key={merchant.merchantId} className={css.row}>
            <span className={`${css.words} ${css.account}`}>
              <strong>{merchant.name}</strong>
              <span className={css.faint}>
                {t(`provider.${merchant.provider}`)} ·{' '}
                {merchant.lastDay === null ? t('neverRead') : t('readUntil', { day: merchant.lastDay })}
                {merchant.readAt === null ? null : (
                  <>
                    {' · '}
                    <When at={merchant.readAt} ago />
                  </>
                )}
              </span>
              {merchant.isDaily ? <StateWord tone="good">{t('daily')}</StateWord> : null}
            </span>
            <TextButton label={`${t('upload')} ${merchant.name}`} onClick={() => onUpload(merchant)}>
              {t('upload')}
            </TextButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
