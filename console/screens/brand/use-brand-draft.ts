import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { OwnBrand } from '../../../contract/console/brand.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { call } from '../../session/call.ts'
import { loadSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { partsOf } from './brand-parts.ts'

export type ShownBrand = Static<typeof consoleApi.brand.show.output>
type Field = keyof OwnBrand
/** Long, so they are kept as a draft when somebody leaves. */
type OwnTexts = Partial<Pick<OwnBrand, 'agreement' | 'help'>>
const NO_TEXTS: OwnTexts = {}

export function useBrand() {
  return useQuery({ queryKey: [consoleApi.brand.show.path], queryFn: () => call(consoleApi.brand.show, {}) })
}

export type BrandDraft = ReturnType<typeof useBrandDraft>

/** Unsaved changes. Nobody else sees them before they are saved. */
export function useBrandDraft({ own, rule }: ShownBrand, onSaved: () => Promise<unknown>) {
  const t = useWords('brand')
  const [changes, setChanges] = useState<Partial<OwnBrand>>({})
  const texts = useKeptDraft<OwnTexts>('brand', NO_TEXTS)
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})
  const [busy, setBusy] = useState(false)
  const all = { ...changes, ...texts.draft }
  const values = { ...own, ...all }
  const isDirty = (Object.keys(all) as Field[]).some((field) => !isSame(values[field], own[field]))
  function set({ agreement, help, ...part }: Partial<OwnBrand>): void {
    setChanges({ ...changes, ...part })
    const written = { ...(agreement === undefined ? {} : { agreement }), ...(help === undefined ? {} : { help }) }
    texts.setDraft({ ...texts.draft, ...written })
    setWrong({})
  }
  function drop(): void {
    setChanges({})
    texts.forget()
    setWrong({})
  }
  async function save(): Promise<void> {
    setBusy(true)
    try {
      for (const part of partsOf(all)) await call(consoleApi.brand.save, part)
      await Promise.all([onSaved(), loadSession()])
      drop()
      showMessage('success', t('saved'))
    } catch (error) {
      const named = error instanceof ApiError ? Object.keys(error.fields).map((name) => name.split('.')[0]!) : []
      const known = named.filter((name): name is Field => name in own)
      setWrong(Object.fromEntries(known.map((name) => [name, t(`wrong_${name}`)])))
      showMessage('error', known.length > 0 ? t('someWrong') : failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const shown = {
    title: values.title ?? rule.title,
    icon: values.icon ?? rule.icon,
    accent: values.accent ?? rule.accent,
  }
  return { values, shown, rule, wrong, isDirty, texts, busy, set, drop, save }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
